import Geometry
import Storage

/// Where an edge ends, by slots of nodes and numbers of handle ids (−1: no handle named).
public struct EdgeEnds: Sendable, Equatable {
    public var source: Int32 = -1
    public var target: Int32 = -1
    public var sourceHandle: Int32 = -1
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
    /// Of the edges with the flag `layered`.
    @usableFromInline var zIndex = PagedArray<Double>(default: 0)
    public internal(set) var order = ElementOrder()
    var table = IdentifierTable()
    var slots = SlotPool()

    public var count: Int { order.count }
    public var slotCount: Int { slots.count }

    @inlinable @inline(__always) public func isAlive(_ slot: Int32) -> Bool {
        slot >= 0 && rows[Int(slot)].text != 0
    }

    @inlinable @inline(__always) public func ends(_ slot: Int32) -> EdgeEnds { rows[Int(slot)].ends }
    @inlinable @inline(__always) public func flags(_ slot: Int32) -> EdgeFlags {
        EdgeFlags(rawValue: rows[Int(slot)].flags)
    }
    @inlinable @inline(__always) public func zIndex(_ slot: Int32) -> Double {
        flags(slot).contains(.layered) ? zIndex[Int(slot)] : 0
    }
    @inlinable @inline(__always) public func nextOut(_ slot: Int32) -> Int32 { links[Int(slot)].nextOut }
    @inlinable @inline(__always) public func nextIn(_ slot: Int32) -> Int32 { links[Int(slot)].nextIn }

    var columnBytes: Int {
        rows.bytes + links.bytes + zIndex.bytes + order.bytes + table.bytes
    }
}
