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
    /// Of the nodes with the flag `layered`.
    @usableFromInline var zIndex = PagedArray<Double>(default: 0)
    @usableFromInline var firstChild = PagedArray<Int32>(default: -1)
    @usableFromInline var nextSibling = PagedArray<Int32>(default: -1)
    var previousSibling = PagedArray<Int32>(default: -1)
    var inferredHandles = PagedArray<Int32>(default: 0)
    @usableFromInline var firstOut = PagedArray<Int32>(default: -1)
    @usableFromInline var firstIn = PagedArray<Int32>(default: -1)
    public internal(set) var order = ElementOrder()
    /// How many nodes lie in another one; where none does, no list of children is read.
    public private(set) var innerCount = 0
    var table = IdentifierTable()
    var slots = SlotPool()

    public var count: Int { order.count }

    /// One more than the greatest slot that was ever used.
    public var slotCount: Int { slots.count }

    @inlinable @inline(__always) public func isAlive(_ slot: Int32) -> Bool {
        slot >= 0 && rows[Int(slot)].text != 0
    }

    @inlinable @inline(__always) public func flags(_ slot: Int32) -> NodeFlags {
        NodeFlags(rawValue: rows[Int(slot)].flags)
    }
    @inlinable @inline(__always) public func parent(_ slot: Int32) -> Int32 { rows[Int(slot)].parent }
    @inlinable @inline(__always) public func firstChild(of slot: Int32) -> Int32 { firstChild[Int(slot)] }
    @inlinable @inline(__always) public func nextSibling(_ slot: Int32) -> Int32 { nextSibling[Int(slot)] }
    @inlinable @inline(__always) public func geometry(_ slot: Int32) -> NodeGeometry { rows[Int(slot)].geometry }
    @inlinable @inline(__always) public func zIndex(_ slot: Int32) -> Double {
        flags(slot).contains(.layered) ? zIndex[Int(slot)] : 0
    }
    @inlinable @inline(__always) public func firstOut(_ slot: Int32) -> Int32 { firstOut[Int(slot)] }
    @inlinable @inline(__always) public func firstIn(_ slot: Int32) -> Int32 { firstIn[Int(slot)] }
    @inlinable @inline(__always) public func type(_ slot: Int32) -> Int32 { rows[Int(slot)].type }
    @inlinable @inline(__always) public func handleList(_ slot: Int32) -> Int32 { rows[Int(slot)].handleList }

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
