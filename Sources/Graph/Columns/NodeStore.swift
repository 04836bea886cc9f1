import Geometry
import Storage

/// The members of a node that almost every access reads: one cache line.
@usableFromInline struct NodeRow: Sendable, Equatable {
    @usableFromInline var geometry = NodeGeometry.absent
    /// A reference into the arena; 0 is a slot without an element.
    @usableFromInline var text: UInt64 = 0
    @usableFromInline var flags: UInt32 = 0
    @usableFromInline var type = Link<Identifier>.none
    @usableFromInline var parent = Link<Node>.none
    @usableFromInline var handleList = HandleList.standard

    init() {}
}

/// The nodes of a document as columns, one row a slot; a slot keeps its number as long as its node lives.
///
/// Reading is open to everyone; only `Document` writes.
public struct NodeStore: Sendable {
    @usableFromInline var rows = PagedArray<NodeRow>(default: NodeRow())
    /// Read only for nodes with the flag `layered`.
    @usableFromInline var zIndex = PagedArray<Double>(default: 0)
    @usableFromInline var firstChild = PagedArray<Link<Node>>(default: .none)
    @usableFromInline var nextSibling = PagedArray<Link<Node>>(default: .none)
    var previousSibling = PagedArray<Link<Node>>(default: .none)
    var inferredHandles = PagedArray<HandleList>(default: .standard)
    /// The size a node has while it is not collapsed; read only for nodes with the flag `shrunk`.
    var openSizes = PagedArray<Size>(default: Size(width: 0, height: 0))
    /// The measured size in effect; read only for nodes with the flag `measured`.
    var measuredSizes = PagedArray<Size>(default: Size(width: 0, height: 0))
    /// The nodes from back to front.
    @usableFromInline var firstOut = PagedArray<Link<Edge>>(default: .none)
    @usableFromInline var firstIn = PagedArray<Link<Edge>>(default: .none)
    public internal(set) var order = ElementOrder<Node>()
    /// The number of nodes inside another one; if it is 0, no list of children is read.
    public private(set) var innerCount = 0
    /// Counts the changes of parents.
    public private(set) var nestings = 0
    /// The number of collapsed nodes; if it is 0, every edge is drawn to its own ends.
    public private(set) var collapsedCount = 0
    /// The number of nodes that are hidden themselves.
    @usableFromInline private(set) var hiddenCount = 0
    /// The number of nodes that state a layout of their contents.
    public private(set) var ownLayoutCount = 0
    /// The number of nodes into which drops put others; if there is none, none is looked for.
    public private(set) var holderCount = 0
    /// The number of nodes that say that they are transient.
    private(set) var transientCount = 0
    var table = IdentifierTable<Node>()
    var slots = SlotPool<Node>()

    /// The number of nodes.
    public var count: Int { order.count }

    /// One more than the greatest slot that was ever used.
    public var slotCount: Int { slots.count }

    /// Returns true if the slot holds a node.
    @inlinable @inline(__always) public func isAlive(_ slot: Node.Slot) -> Bool {
        rows[slot].text != 0
    }

    /// Returns the flags of a live node.
    @inlinable @inline(__always) public func flags(_ slot: Node.Slot) -> NodeFlags {
        NodeFlags(rawValue: rows[slot].flags)
    }
    /// The slot of the parent; nil for a node at the top.
    @inlinable @inline(__always) public func parent(_ slot: Node.Slot) -> Node.Slot? { rows[slot].parent.slot }
    /// The child added last; `nextSibling` leads on.
    @inlinable @inline(__always) public func firstChild(of slot: Node.Slot) -> Node.Slot? { firstChild[slot].slot }
    /// The next child of the same parent.
    @inlinable @inline(__always) public func nextSibling(_ slot: Node.Slot) -> Node.Slot? { nextSibling[slot].slot }
    /// Position relative to the parent and the displayed size; NaN for a node without a position.
    @inlinable @inline(__always) public func geometry(_ slot: Node.Slot) -> NodeGeometry { rows[slot].geometry }
    /// The node's own `zIndex`, 0 without one.
    @inlinable @inline(__always) public func zIndex(_ slot: Node.Slot) -> Double {
        flags(slot).contains(.layered) ? zIndex[slot] : 0
    }
    /// The first edge that begins at the node; `EdgeStore.nextOut` leads on.
    @inlinable @inline(__always) public func firstOut(_ slot: Node.Slot) -> Edge.Slot? { firstOut[slot].slot }
    /// The first edge that ends at the node; `EdgeStore.nextIn` leads on.
    @inlinable @inline(__always) public func firstIn(_ slot: Node.Slot) -> Edge.Slot? { firstIn[slot].slot }
    /// The symbol of the type's name; nil for a node without a type.
    @inlinable @inline(__always) public func type(_ slot: Node.Slot) -> Symbol? { rows[slot].type.slot }
    /// The node's list of handles.
    @inlinable @inline(__always) public func handleList(_ slot: Node.Slot) -> HandleList { rows[slot].handleList }

    /// Memory of the columns and the table of ids.
    public var columnBytes: Int {
        rows.bytes + zIndex.bytes + firstChild.bytes + nextSibling.bytes + previousSibling.bytes + inferredHandles.bytes
            + openSizes.bytes + measuredSizes.bytes + firstOut.bytes + firstIn.bytes + order.bytes + table.bytes
    }

    /// Is false if no node is hidden or collapsed: nothing is concealed then, and no container is asked.
    @inlinable @inline(__always) var concealsAny: Bool { hiddenCount + collapsedCount > 0 }

    /// Sets all flags of a node, with those of its type.
    mutating func set(_ flags: NodeFlags, _ slot: Node.Slot) {
        count(NodeFlags(rawValue: rows[slot].flags), flags)
        rows[slot].flags = flags.rawValue
    }

    /// Counts a node whose flags change; a missing node has none.
    @inline(__always)
    mutating func count(_ before: NodeFlags, _ after: NodeFlags) {
        let counted: NodeFlags = [.hidden, .collapsed, .ownLayout, .acceptsChildren, .transient]
        if before.symmetricDifference(after).isDisjoint(with: counted) { return }
        func change(of flag: NodeFlags) -> Int { (after.contains(flag) ? 1 : 0) - (before.contains(flag) ? 1 : 0) }
        hiddenCount += change(of: .hidden)
        collapsedCount += change(of: .collapsed)
        ownLayoutCount += change(of: .ownLayout)
        holderCount += change(of: .acceptsChildren)
        transientCount += change(of: .transient)
    }

    mutating func linkChild(_ slot: Node.Slot, to parent: Node.Slot?) {
        rows[slot].parent = Link(parent)
        guard let parent else { return }
        innerCount += 1
        nestings += 1
        let head = firstChild[parent]
        nextSibling[slot] = head
        previousSibling[slot] = .none
        if let head = head.slot { previousSibling[head] = Link(slot) }
        firstChild[parent] = Link(slot)
    }

    mutating func unlinkChild(_ slot: Node.Slot) {
        guard let parent = rows[slot].parent.slot else { return }
        innerCount -= 1
        nestings += 1
        let next = nextSibling[slot]
        let previous = previousSibling[slot]
        if let previous = previous.slot { nextSibling[previous] = next } else { firstChild[parent] = next }
        if let next = next.slot { previousSibling[next] = previous }
        nextSibling[slot] = .none
        previousSibling[slot] = .none
        rows[slot].parent = .none
    }
}
