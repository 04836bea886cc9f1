import Geometry
import Storage

/// What is read of a node wherever it is looked at: one line of the cache.
@usableFromInline struct NodeRow: Sendable, Equatable {
    @usableFromInline var geometry = NodeGeometry.absent
    /// A reference into the arena; 0 is a slot without an element.
    @usableFromInline var text: UInt64 = 0
    @usableFromInline var flags: UInt32 = 0
    @usableFromInline var type: Int32 = -1
    @usableFromInline var parent: Int32 = -1
    @usableFromInline var handleList: Int32 = 0

    init() {}
}

/// The nodes of a document as columns, one row a slot; a slot keeps its number as long as its node lives.
///
/// Reading is open to everyone; only `Document` writes.
public struct NodeStore: Sendable {
    @usableFromInline var rows = PagedArray<NodeRow>(default: NodeRow())
    /// Read only for nodes with the flag `layered`.
    @usableFromInline var zIndex = PagedArray<Double>(default: 0)
    @usableFromInline var firstChild = PagedArray<Int32>(default: -1)
    @usableFromInline var nextSibling = PagedArray<Int32>(default: -1)
    var previousSibling = PagedArray<Int32>(default: -1)
    var inferredHandles = PagedArray<Int32>(default: 0)
    /// The nodes from back to front.
    @usableFromInline var firstOut = PagedArray<Int32>(default: -1)
    @usableFromInline var firstIn = PagedArray<Int32>(default: -1)
    public internal(set) var order = ElementOrder()
    /// How many nodes lie in another one; where none does, no list of children is read.
    public private(set) var innerCount = 0
    var table = IdentifierTable()
    var slots = SlotPool()

    /// How many nodes there are.
    public var count: Int { order.count }

    /// One more than the greatest slot that was ever used.
    public var slotCount: Int { slots.count }

    /// Whether the slot holds a node.
    @inlinable @inline(__always) public func isAlive(_ slot: Int32) -> Bool {
        slot >= 0 && rows[Int(slot)].text != 0
    }

    /// What is true of a live node.
    @inlinable @inline(__always) public func flags(_ slot: Int32) -> NodeFlags {
        NodeFlags(rawValue: rows[Int(slot)].flags)
    }
    /// The slot of the parent, or −1.
    @inlinable @inline(__always) public func parent(_ slot: Int32) -> Int32 { rows[Int(slot)].parent }
    /// The child added last, or −1; `nextSibling` leads on.
    @inlinable @inline(__always) public func firstChild(of slot: Int32) -> Int32 { firstChild[Int(slot)] }
    /// The next child of the same parent, or −1.
    @inlinable @inline(__always) public func nextSibling(_ slot: Int32) -> Int32 { nextSibling[Int(slot)] }
    /// Position relative to the parent and resolved size; NaN for a node without a position.
    @inlinable @inline(__always) public func geometry(_ slot: Int32) -> NodeGeometry { rows[Int(slot)].geometry }
    /// The node's own `zIndex`, 0 without one.
    @inlinable @inline(__always) public func zIndex(_ slot: Int32) -> Double {
        flags(slot).contains(.layered) ? zIndex[Int(slot)] : 0
    }
    /// The first edge that begins at the node, or −1; `EdgeStore.nextOut` leads on.
    @inlinable @inline(__always) public func firstOut(_ slot: Int32) -> Int32 { firstOut[Int(slot)] }
    /// The first edge that ends at the node, or −1; `EdgeStore.nextIn` leads on.
    @inlinable @inline(__always) public func firstIn(_ slot: Int32) -> Int32 { firstIn[Int(slot)] }
    /// The symbol of the type's name, or −1.
    @inlinable @inline(__always) public func type(_ slot: Int32) -> Int32 { rows[Int(slot)].type }
    /// The number of the node's list of handles.
    @inlinable @inline(__always) public func handleList(_ slot: Int32) -> Int32 { rows[Int(slot)].handleList }

    /// Memory of the columns and the table of ids.
    public var columnBytes: Int {
        rows.bytes + zIndex.bytes + firstChild.bytes + nextSibling.bytes + previousSibling.bytes + inferredHandles.bytes
            + firstOut.bytes + firstIn.bytes + order.bytes + table.bytes
    }

    mutating func linkChild(_ slot: Int32, to parent: Int32) {
        rows[Int(slot)].parent = parent
        guard parent >= 0 else { return }
        innerCount += 1
        let head = firstChild[Int(parent)]
        nextSibling[Int(slot)] = head
        previousSibling[Int(slot)] = -1
        if head >= 0 { previousSibling[Int(head)] = slot }
        firstChild[Int(parent)] = slot
    }

    mutating func unlinkChild(_ slot: Int32) {
        let parent = rows[Int(slot)].parent
        guard parent >= 0 else { return }
        innerCount -= 1
        let next = nextSibling[Int(slot)]
        let previous = previousSibling[Int(slot)]
        if previous >= 0 { nextSibling[Int(previous)] = next } else { firstChild[Int(parent)] = next }
        if next >= 0 { previousSibling[Int(next)] = previous }
        nextSibling[Int(slot)] = -1
        previousSibling[Int(slot)] = -1
        rows[Int(slot)].parent = -1
    }
}
