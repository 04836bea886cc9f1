import Geometry
import Storage

/// The order of the nodes or of the edges of a document: a list that can also compare two elements' places.
///
/// Each element has a key that grows along the list; when two neighbours leave no key between them, the smallest
/// surrounding range of keys that is sparse enough is spread again (Bender, Cole, Demaine, Farach-Colton, Zito 2002, "Two
/// simplified algorithms for maintaining order in a list").
///
/// - Complexity: O(1) for neighbours and comparison; amortised O(log n) for insertion.
public struct ElementOrder: Sendable {
    /// The slot at the back, or −1.
    @usableFromInline var nextSlot = PagedArray<Int32>(default: -1)
    @usableFromInline var previousSlot = PagedArray<Int32>(default: -1)
    @usableFromInline var keys = PagedArray<UInt64>(default: 0)
    public private(set) var first: Int32 = -1
    /// The slot in front of all, or −1.
    public private(set) var last: Int32 = -1
    /// How many elements are in the list.
    public private(set) var count = 0

    /// How often elements were placed: as long as it is the same, no key has changed.
    public private(set) var placements = 0

    private static let stride: UInt64 = 1 << 22
    /// Every key is a whole number that a double holds.
    private static let limit: UInt64 = 1 << 53
    /// By what the members a range may have grow when it becomes twice as wide; in all it holds up to 5 · 10⁷.
    private static let growth = 1.4

    /// An empty list.
    public init() {}

    /// The slot in front of this one, or −1.
    @inlinable @inline(__always) public func next(_ slot: Int32) -> Int32 { nextSlot[Int(slot)] }
    /// The slot behind this one, or −1.
    @inlinable @inline(__always) public func previous(_ slot: Int32) -> Int32 { previousSlot[Int(slot)] }

    /// A number that is greater for the element that comes later; it may change with every insertion.
    @inlinable @inline(__always) public func key(_ slot: Int32) -> UInt64 { keys[Int(slot)] }

    var bytes: Int { nextSlot.bytes + previousSlot.bytes + keys.bytes }

    /// Places a slot that is not in the list before `successor`, or at the end (−1).
    mutating func insert(_ slot: Int32, before successor: Int32) {
        let predecessor = successor < 0 ? last : previousSlot[Int(successor)]
        nextSlot[Int(slot)] = successor
        previousSlot[Int(slot)] = predecessor
        if predecessor < 0 { first = slot } else { nextSlot[Int(predecessor)] = slot }
        if successor < 0 { last = slot } else { previousSlot[Int(successor)] = slot }
        count += 1
        assignKey(slot, predecessor, successor)
    }

    /// Places consecutive slots that are not in the list at its end.
    mutating func append(_ slots: Range<Int32>) {
        guard !slots.isEmpty else { return }
        let key = last < 0 ? 0 : keys[Int(last)]
        guard key < Self.limit - Self.stride * UInt64(slots.count + 1) else {
            for slot in slots { insert(slot, before: -1) }
            return
        }
        let range = Int(slots.lowerBound)..<Int(slots.upperBound)
        let end = range.upperBound - 1
        if last < 0 { first = slots.lowerBound } else { nextSlot[Int(last)] = slots.lowerBound }
        let before = last
        nextSlot.set(range) { $0 == end ? -1 : Int32(truncatingIfNeeded: $0 + 1) }
        previousSlot.set(range) { $0 == range.lowerBound ? before : Int32(truncatingIfNeeded: $0 - 1) }
        keys.set(range) { key + Self.stride * UInt64($0 - range.lowerBound + 1) }
        last = Int32(end)
        count += slots.count
    }

    mutating func remove(_ slot: Int32) {
        let successor = nextSlot[Int(slot)]
        let predecessor = previousSlot[Int(slot)]
        if predecessor < 0 { first = successor } else { nextSlot[Int(predecessor)] = successor }
        if successor < 0 { last = predecessor } else { previousSlot[Int(successor)] = predecessor }
        nextSlot[Int(slot)] = -1
        previousSlot[Int(slot)] = -1
        count -= 1
    }

    /// Performs a step: an insertion, a removal or a move.
    mutating func apply(_ placement: Placement) {
        if placement.from != Placement.absent { remove(placement.slot) }
        if placement.to != Placement.absent { insert(placement.slot, before: placement.to) }
    }

    private mutating func assignKey(_ slot: Int32, _ predecessor: Int32, _ successor: Int32) {
        placements &+= 1
        let low = predecessor < 0 ? 0 : keys[Int(predecessor)]
        let former = keys[Int(slot)]
        // What comes back to where it was gets the key it had.
        if former > low && (successor < 0 || former < keys[Int(successor)]) { return }
        if successor < 0 {
            if low < Self.limit - Self.stride {
                keys[Int(slot)] = low + Self.stride
                return
            }
        } else {
            let high = keys[Int(successor)]
            if high - low > 1 {
                keys[Int(slot)] = low + (high - low) / 2
                return
            }
        }
        keys[Int(slot)] = low
        spread(around: slot)
    }

    /// Gives new keys to the smallest range around `slot` whose density is below the threshold of its size.
    private mutating func spread(around slot: Int32) {
        var width: UInt64 = 2
        var capacity = 1.0
        var begin = slot
        var end = slot
        var members = 1
        while width <= Self.limit {
            capacity *= Self.growth
            let base = keys[Int(slot)] & ~(width - 1)
            while previousSlot[Int(begin)] >= 0, keys[Int(previousSlot[Int(begin)])] >= base {
                begin = previousSlot[Int(begin)]
                members += 1
            }
            while nextSlot[Int(end)] >= 0, keys[Int(nextSlot[Int(end)])] < base + width {
                end = nextSlot[Int(end)]
                members += 1
            }
            let step = width / UInt64(members + 1)
            if Double(members) <= capacity && step > 1 {
                var key = base
                var current = begin
                for _ in 0..<members {
                    key += step
                    keys[Int(current)] = key
                    current = nextSlot[Int(current)]
                }
                return
            }
            width *= 2
        }
        preconditionFailure("2^53 keys hold every document")
    }
}
