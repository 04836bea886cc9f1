import Geometry
import Storage

/// The ends of an edge: its nodes, and the handles on them.
public struct EdgeEnds: Sendable, Equatable {
    /// The slot of the source node.
    public var source: Node.Slot
    /// The slot of the target node.
    public var target: Node.Slot
    @usableFromInline var sourceLink: Link<Identifier>
    @usableFromInline var targetLink: Link<Identifier>

    /// Ends at these nodes; without a symbol no handle is named.
    @inlinable
    public init(
        source: Node.Slot, target: Node.Slot, sourceHandle: Symbol? = nil, targetHandle: Symbol? = nil
    ) {
        self.source = source
        self.target = target
        sourceLink = Link(sourceHandle)
        targetLink = Link(targetHandle)
    }

    /// The symbol of the handle that is named at the source.
    @inlinable public var sourceHandle: Symbol? {
        @inline(__always) get { sourceLink.slot }
        @inline(__always) set { sourceLink.slot = newValue }
    }
    /// The symbol of the handle that is named at the target.
    @inlinable public var targetHandle: Symbol? {
        @inline(__always) get { targetLink.slot }
        @inline(__always) set { targetLink.slot = newValue }
    }

    /// The ends in a slot without an edge.
    @usableFromInline static var absent: EdgeEnds { EdgeEnds(source: Slot(0), target: Slot(0)) }
}

/// The neighbors of an edge in the list of its source's outgoing and of its target's incoming edges.
@usableFromInline struct EdgeLinks: Sendable, Equatable {
    @usableFromInline var nextOut = Link<Edge>.none
    @usableFromInline var previousOut = Link<Edge>.none
    @usableFromInline var nextIn = Link<Edge>.none
    @usableFromInline var previousIn = Link<Edge>.none

    init(nextOut: Link<Edge> = .none, nextIn: Link<Edge> = .none) {
        self.nextOut = nextOut
        self.nextIn = nextIn
    }
}

/// The members of an edge that almost every access reads.
@usableFromInline struct EdgeRow: Sendable, Equatable {
    @usableFromInline var ends = EdgeEnds.absent
    /// A reference into the arena; 0 is a slot without an element.
    @usableFromInline var text: UInt64 = 0
    @usableFromInline var flags: UInt64 = 0

    init() {}
}

/// The edges of a document as columns, one row a slot.
public struct EdgeStore: Sendable {
    @usableFromInline var rows = PagedArray<EdgeRow>(default: EdgeRow())
    @usableFromInline var links = PagedArray<EdgeLinks>(default: EdgeLinks())
    /// Read only for edges with the flag `layered`.
    @usableFromInline var zIndex = PagedArray<Double>(default: 0)
    public internal(set) var order = ElementOrder<Edge>()
    /// The number of edges that say that they are transient.
    var transientCount = 0
    var table = IdentifierTable<Edge>()
    var slots = SlotPool<Edge>()

    /// The number of edges.
    public var count: Int { order.count }
    /// One more than the greatest slot that was ever used.
    public var slotCount: Int { slots.count }

    /// Returns true if the slot holds an edge.
    @inlinable @inline(__always) public func isAlive(_ slot: Edge.Slot) -> Bool {
        rows[slot].text != 0
    }

    /// Returns the ends of a live edge.
    @inlinable @inline(__always) public func ends(_ slot: Edge.Slot) -> EdgeEnds { rows[slot].ends }
    /// Returns the flags of a live edge.
    @inlinable @inline(__always) public func flags(_ slot: Edge.Slot) -> EdgeFlags {
        EdgeFlags(rawValue: rows[slot].flags)
    }
    /// The edge's own `zIndex`, 0 without one.
    @inlinable @inline(__always) public func zIndex(_ slot: Edge.Slot) -> Double {
        flags(slot).contains(.layered) ? zIndex[slot] : 0
    }
    /// The next edge that begins at the same node.
    @inlinable @inline(__always) public func nextOut(_ slot: Edge.Slot) -> Edge.Slot? { links[slot].nextOut.slot }
    /// The next edge that ends at the same node.
    @inlinable @inline(__always) public func nextIn(_ slot: Edge.Slot) -> Edge.Slot? { links[slot].nextIn.slot }

    mutating func count(_ before: EdgeFlags, _ after: EdgeFlags) {
        transientCount += (after.contains(.transient) ? 1 : 0) - (before.contains(.transient) ? 1 : 0)
    }

    var columnBytes: Int {
        rows.bytes + links.bytes + zIndex.bytes + order.bytes + table.bytes
    }
}
