import Geometry
import Storage

/// The order of the nodes or of the edges of a document: a list that can also compare two elements' places.
///
/// Each element has a key that grows along the list; when two neighbours leave no key between them, the smallest
/// surrounding range of keys that is sparse enough is spread again (Bender, Cole, Demaine, Farach-Colton, Zito 2002, "Two
/// simplified algorithms for maintaining order in a list").
///
/// What is stored of a slot is how its neighbours and its key differ from those it has where the elements stand in the order
/// of their slots, as they do in a document that was just opened: there nothing is stored.
///
/// - Complexity: O(1) for neighbours and comparison; amortised O(log n) for insertion.
public struct ElementOrder: Sendable {
    /// By how much the next slot differs from the slot with the next number; that of the last slot counts for nothing.
    @usableFromInline var nextSlot = PagedArray<Int32>(default: 0)
    /// By how much the previous slot differs from the slot with the number before; that of the first counts for nothing.
    @usableFromInline var previousSlot = PagedArray<Int32>(default: 0)
    /// By how much the key differs from `defaultKey`.
    @usableFromInline var keys = PagedArray<UInt64>(default: 0)
    /// The slot at the back, or −1.
    public private(set) var first: Int32 = -1
    /// The slot in front of all, or −1.
    public private(set) var last: Int32 = -1
    /// How many elements are in the list.
    public private(set) var count = 0
    /// One more than the greatest slot that was ever placed.
    private var placedEnd: Int32 = 0

    /// How often elements were placed: as long as it is the same, no key has changed.
    public private(set) var placements = 0

    @inlinable static var stride: UInt64 { 1 << 22 }
    /// Every key is a whole number that a double holds.
    private static let limit: UInt64 = 1 << 53
    /// By what the members a range may have grow when it becomes twice as wide; in all it holds up to 5 · 10⁷.
    private static let growth = 1.4

    /// An empty list.
    public init() {}

    /// The slot in front of this one, or −1, also of a slot that was taken out.
    @inlinable @inline(__always) public func next(_ slot: Int32) -> Int32 {
        slot == last ? -1 : nextSlot[Int(slot)] &+ slot &+ 1
    }

    /// The slot behind this one, or −1.
    @inlinable @inline(__always) public func previous(_ slot: Int32) -> Int32 {
        slot == first ? -1 : previousSlot[Int(slot)] &+ slot &- 1
    }

    /// A number that is greater for the element that comes later; it may change with every insertion.
    @inlinable @inline(__always) public func key(_ slot: Int32) -> UInt64 { keys[Int(slot)] &+ Self.defaultKey(slot) }

    /// The key of a slot where the elements stand in the order of their slots.
    @inlinable @inline(__always) static func defaultKey(_ slot: Int32) -> UInt64 {
        stride &* (UInt64(UInt32(bitPattern: slot)) &+ 1)
    }

    var bytes: Int { nextSlot.bytes + previousSlot.bytes + keys.bytes }

    /// Places a slot that is not in the list before `successor`, or at the end (−1).
    mutating func insert(_ slot: Int32, before successor: Int32) {
        let predecessor = successor < 0 ? last : previous(successor)
        link(predecessor, slot)
        link(slot, successor)
        count += 1
        let former = slot < placedEnd ? key(slot) : 0
        notePlaced(slot..<slot + 1)
        assignKey(slot, predecessor, successor, former)
    }

    /// Places consecutive slots that are not in the list at its end.
    mutating func append(_ slots: Range<Int32>) {
        guard let begin = slots.first, let end = slots.last else { return }
        let key = last < 0 ? 0 : key(last)
        guard key < Self.limit - Self.stride * UInt64(slots.count + 1) else {
            for slot in slots { insert(slot, before: -1) }
            return
        }
        notePlaced(slots)
        let range = Int(begin)..<Int(end) + 1
        nextSlot.set(range) { _ in 0 }
        previousSlot.set(range) { _ in 0 }
        let shift = key &+ Self.stride &- Self.defaultKey(begin)
        keys.set(range) { _ in shift }
        link(last, begin)
        link(end, -1)
        count += slots.count
    }

    mutating func remove(_ slot: Int32) {
        link(previous(slot), next(slot))
        nextSlot[Int(slot)] = -1 &- slot &- 1
        previousSlot[Int(slot)] = -1 &- slot &+ 1
        count -= 1
    }

    /// Makes two slots neighbours; −1 in place of one makes the other the first or the last.
    private mutating func link(_ slot: Int32, _ successor: Int32) {
        if slot < 0 {
            first = successor
        } else if successor >= 0 {
            nextSlot[Int(slot)] = successor &- slot &- 1
        }
        if successor < 0 {
            last = slot
        } else if slot >= 0 {
            previousSlot[Int(successor)] = slot &- successor &+ 1
        }
    }

    /// Notes that slots are placed; those before them that never were have no key.
    private mutating func notePlaced(_ slots: Range<Int32>) {
        while placedEnd < slots.lowerBound {
            setKey(0, of: placedEnd)
            placedEnd += 1
        }
        placedEnd = max(placedEnd, slots.upperBound)
    }

    private mutating func setKey(_ key: UInt64, of slot: Int32) { keys[Int(slot)] = key &- Self.defaultKey(slot) }

    /// Performs a step: an insertion, a removal or a move.
    mutating func apply(_ placement: Placement) {
        if placement.from != Placement.absent { remove(placement.slot) }
        if placement.to != Placement.absent { insert(placement.slot, before: placement.to) }
    }

    /// - Parameter former: the key that the slot had when it was in the list before, else 0.
    private mutating func assignKey(_ slot: Int32, _ predecessor: Int32, _ successor: Int32, _ former: UInt64) {
        placements &+= 1
        let low = predecessor < 0 ? 0 : key(predecessor)
        // What comes back to where it was gets the key it had.
        if former > low && (successor < 0 || former < key(successor)) { return }
        if successor < 0 {
            if low < Self.limit - Self.stride {
                setKey(low + Self.stride, of: slot)
                return
            }
        } else {
            let high = key(successor)
            if high - low > 1 {
                setKey(low + (high - low) / 2, of: slot)
                return
            }
        }
        setKey(low, of: slot)
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
            let base = key(slot) & ~(width - 1)
            while begin != first, key(previous(begin)) >= base {
                begin = previous(begin)
                members += 1
            }
            while end != last, key(next(end)) < base + width {
                end = next(end)
                members += 1
            }
            let step = width / UInt64(members + 1)
            if Double(members) <= capacity && step > 1 {
                var spread = base
                var current = begin
                for _ in 0..<members {
                    spread += step
                    setKey(spread, of: current)
                    current = next(current)
                }
                return
            }
            width *= 2
        }
        preconditionFailure("2^53 keys hold every document")
    }
}
