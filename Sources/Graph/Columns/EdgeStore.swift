import Geometry
import Storage

/// Where an edge ends, by slots of nodes and numbers of handle ids (−1: no handle named).
public struct EdgeEnds: Sendable, Equatable {
    /// The slot of the node where the edge begins.
    public var source: Int32 = -1
    /// The slot of the node where the edge ends.
    public var target: Int32 = -1
    /// The symbol of the handle at the source, or −1.
    public var sourceHandle: Int32 = -1
    /// The symbol of the handle at the target, or −1.
    public var targetHandle: Int32 = -1
}

/// The neighbours of an edge in the list of its source's outgoing and of its target's incoming edges.
@usableFromInline struct EdgeLinks: Sendable, Equatable {
    @usableFromInline var nextOut: Int32 = -1
    @usableFromInline var previousOut: Int32 = -1
    @usableFromInline var nextIn: Int32 = -1
    @usableFromInline var previousIn: Int32 = -1

    init(nextOut: Int32 = -1, previousOut: Int32 = -1, nextIn: Int32 = -1, previousIn: Int32 = -1) {
        self.nextOut = nextOut
        self.previousOut = previousOut
        self.nextIn = nextIn
        self.previousIn = previousIn
    }
}

/// What is read of an edge wherever it is looked at.
@usableFromInline struct EdgeRow: Sendable, Equatable {
    @usableFromInline var ends = EdgeEnds()
    /// A reference into the arena; 0 is a slot without an element.
    @usableFromInline var text: UInt64 = 0
    @usableFromInline var flags: UInt32 = 0

    init() {}
}

/// The edges of a document as columns, one row a slot.
public struct EdgeStore: Sendable {
    @usableFromInline var rows = PagedArray<EdgeRow>(default: EdgeRow())
    @usableFromInline var links = PagedArray<EdgeLinks>(default: EdgeLinks())
    /// Read only for edges with the flag `layered`.
    @usableFromInline var zIndex = PagedArray<Double>(default: 0)
    public internal(set) var order = ElementOrder()
    var table = IdentifierTable()
    var slots = SlotPool()

    /// How many edges there are.
    public var count: Int { order.count }
    /// One more than the greatest slot that was ever used.
    public var slotCount: Int { slots.count }

    /// Whether the slot holds an edge.
    @inlinable @inline(__always) public func isAlive(_ slot: Int32) -> Bool {
        slot >= 0 && rows[Int(slot)].text != 0
    }

    /// Where a live edge ends.
    @inlinable @inline(__always) public func ends(_ slot: Int32) -> EdgeEnds { rows[Int(slot)].ends }
    /// What is true of a live edge.
    @inlinable @inline(__always) public func flags(_ slot: Int32) -> EdgeFlags {
        EdgeFlags(rawValue: rows[Int(slot)].flags)
    }
    /// The edge's own `zIndex`, 0 without one.
    @inlinable @inline(__always) public func zIndex(_ slot: Int32) -> Double {
        flags(slot).contains(.layered) ? zIndex[Int(slot)] : 0
    }
    /// The next edge that begins at the same node, or −1.
    @inlinable @inline(__always) public func nextOut(_ slot: Int32) -> Int32 { links[Int(slot)].nextOut }
    /// The next edge that ends at the same node, or −1.
    @inlinable @inline(__always) public func nextIn(_ slot: Int32) -> Int32 { links[Int(slot)].nextIn }

    var columnBytes: Int {
        rows.bytes + links.bytes + zIndex.bytes + order.bytes + table.bytes
    }
}
