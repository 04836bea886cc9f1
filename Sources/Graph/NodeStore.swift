import Geometry

/// The nodes of a document as columns, one row a slot; a slot keeps its number as long as its node lives.
///
/// Reading is open to everyone; only `Document` writes.
public struct NodeStore: Sendable {
    @usableFromInline var geometry = PagedArray<NodeGeometry>(default: .absent)
    /// References into the arena; 0 is a slot without an element.
    @usableFromInline var texts = PagedArray<UInt64>(default: 0)
    @usableFromInline var flags = PagedArray<UInt32>(default: 0)
    @usableFromInline var types = PagedArray<Int32>(default: -1)
    @usableFromInline var zIndex = PagedArray<Double>(default: 0)
    @usableFromInline var parents = PagedArray<Int32>(default: -1)
    @usableFromInline var firstChild = PagedArray<Int32>(default: -1)
    @usableFromInline var nextSibling = PagedArray<Int32>(default: -1)
    var previousSibling = PagedArray<Int32>(default: -1)
    var handleLists = PagedArray<Int32>(default: 0)
    var mentions = PagedArray<Int32>(default: 0)
    @usableFromInline var firstOut = PagedArray<Int32>(default: -1)
    @usableFromInline var firstIn = PagedArray<Int32>(default: -1)
    public internal(set) var order = ElementOrder()
    var table = IdentifierTable()
    var slots = SlotPool()

    public var count: Int { order.count }

    /// One more than the greatest slot that was ever used.
    public var slotCount: Int { slots.count }

    @inlinable @inline(__always) public func isAlive(_ slot: Int32) -> Bool {
        slot >= 0 && texts[Int(slot)] != 0
    }

    @inlinable @inline(__always) public func flags(_ slot: Int32) -> NodeFlags { NodeFlags(rawValue: flags[Int(slot)]) }
    @inlinable @inline(__always) public func parent(_ slot: Int32) -> Int32 { parents[Int(slot)] }
    @inlinable @inline(__always) public func firstChild(of slot: Int32) -> Int32 { firstChild[Int(slot)] }
    @inlinable @inline(__always) public func nextSibling(_ slot: Int32) -> Int32 { nextSibling[Int(slot)] }
    @inlinable @inline(__always) public func geometry(_ slot: Int32) -> NodeGeometry { geometry[Int(slot)] }
    @inlinable @inline(__always) public func zIndex(_ slot: Int32) -> Double { zIndex[Int(slot)] }
    @inlinable @inline(__always) public func firstOut(_ slot: Int32) -> Int32 { firstOut[Int(slot)] }
    @inlinable @inline(__always) public func firstIn(_ slot: Int32) -> Int32 { firstIn[Int(slot)] }
    @inlinable @inline(__always) public func type(_ slot: Int32) -> Int32 { types[Int(slot)] }

    /// Calls `body` with each run of consecutive slots' geometry; dead slots are unplaced there.
    public var columnBytes: Int {
        geometry.bytes + texts.bytes + flags.bytes + types.bytes + zIndex.bytes + parents.bytes + firstChild.bytes
            + nextSibling.bytes + previousSibling.bytes + handleLists.bytes + mentions.bytes + firstOut.bytes
            + firstIn.bytes + order.bytes + table.bytes
    }

    mutating func linkChild(_ slot: Int32, to parent: Int32) {
        parents[Int(slot)] = parent
        guard parent >= 0 else { return }
        let head = firstChild[Int(parent)]
        nextSibling[Int(slot)] = head
        previousSibling[Int(slot)] = -1
        if head >= 0 { previousSibling[Int(head)] = slot }
        firstChild[Int(parent)] = slot
    }

    mutating func unlinkChild(_ slot: Int32) {
        let parent = parents[Int(slot)]
        guard parent >= 0 else { return }
        let next = nextSibling[Int(slot)]
        let previous = previousSibling[Int(slot)]
        if previous >= 0 { nextSibling[Int(previous)] = next } else { firstChild[Int(parent)] = next }
        if next >= 0 { previousSibling[Int(next)] = previous }
        nextSibling[Int(slot)] = -1
        previousSibling[Int(slot)] = -1
        parents[Int(slot)] = -1
    }
}
