import Geometry
import Storage

/// The order of the nodes or the edges of a document: a list that can also compare the positions of two elements.
///
/// Each element has a key that grows along the list; when two neighbors leave no key between them, the smallest
/// surrounding range of keys that is sparse enough is spread again (Bender, Cole, Demaine, Farach-Colton, Zito 2002, "Two
/// simplified algorithms for maintaining order in a list").
///
/// For each slot the list stores how its neighbors and its key differ from those in a newly opened document, in which
/// the elements follow the order of their slots. For such a document nothing is stored.
///
/// - Complexity: O(1) for neighbors and comparison; amortized O(log n) for insertion.
public struct ElementOrder<Element>: Sendable {
    /// The difference of the next slot from the slot with the next number; that of the last slot does not count.
    @usableFromInline var nextSlot = PagedArray<Int32>(default: 0)
    /// The difference of the previous slot from the slot with the number before; that of the first does not count.
    @usableFromInline var previousSlot = PagedArray<Int32>(default: 0)
    /// The difference of the key from `defaultKey`.
    @usableFromInline var keys = PagedArray<UInt64>(default: 0)
    /// The slot of the first element; nil in an empty list.
    public private(set) var first: Slot<Element>?
    /// The slot of the last element; nil in an empty list.
    public private(set) var last: Slot<Element>?
    /// The number of elements that are in the list.
    public private(set) var count = 0
    /// One more than the greatest slot that was ever placed.
    private var placedEnd = 0

    /// The number of placements of elements, and above the lower 40 bits the number of times that keys were spread.
    /// One number for both keeps the structure small: with one word more, the compiler of Swift 6.3 reads copies of it
    /// after their end.
    private var changes = 0

    /// The number of key changes of elements that stayed in their positions.
    public var spreads: Int { changes >> 40 }

    /// A number that grows with every placement: as long as it is the same, no key has changed.
    public var placements: Int { changes }

    @inlinable static var stride: UInt64 { 1 << 22 }
    /// Every key is a whole number that a double holds.
    private static var limit: UInt64 { 1 << 53 }
    /// The factor by which the permitted members of a range grow when its width doubles; in all it holds up to 5 ·
    /// 10⁷.
    private static var growth: Double { 1.4 }

    /// An empty list.
    public init() {}

    /// The next slot; nil after the last, and for a removed slot.
    @inlinable @inline(__always) public func next(_ slot: Slot<Element>) -> Slot<Element>? {
        let number = nextSlot[slot] &+ slot.number &+ 1
        return slot == last || number < 0 ? nil : Slot(number)
    }

    /// The previous slot; nil before the first, and for a removed slot.
    @inlinable @inline(__always) public func previous(_ slot: Slot<Element>) -> Slot<Element>? {
        let number = previousSlot[slot] &+ slot.number &- 1
        return slot == first || number < 0 ? nil : Slot(number)
    }

    /// Is true if all slots up to the greatest are in the list, in their order.
    ///
    /// - Complexity: O(*n*).
    var isBySlot: Bool {
        (first?.index ?? 0) == 0 && placedEnd == count && (0..<max(count - 1, 0)).allSatisfy { nextSlot[$0] == 0 }
    }

    /// Counts its elements as placed one by one, when it replaces an empty list.
    mutating func notePlacements() { changes &+= count }

    /// Returns true if a slot that was placed at some time is in the list.
    func contains(_ slot: Slot<Element>) -> Bool { slot == first || previous(slot) != nil }

    /// A number that is greater for the element that comes later; it may change with every insertion.
    @inlinable @inline(__always) public func key(_ slot: Slot<Element>) -> UInt64 {
        keys[slot] &+ Self.defaultKey(slot.index)
    }

    /// The key of the slot with a number, if the elements are in the order of their slots.
    @inlinable @inline(__always) static func defaultKey(_ index: Int) -> UInt64 {
        stride &* (UInt64(truncatingIfNeeded: index) &+ 1)
    }

    /// All slots, from the back to the front. O(*n*).
    public var slots: [Slot<Element>] {
        var slots: [Slot<Element>] = []
        slots.reserveCapacity(count)
        var next = first
        while let slot = next {
            slots.append(slot)
            next = self.next(slot)
        }
        return slots
    }

    var bytes: Int { nextSlot.bytes + previousSlot.bytes + keys.bytes }

    /// Places a slot that is not in the list before `successor`, or at the end.
    mutating func insert(_ slot: Slot<Element>, before successor: Slot<Element>?) {
        let predecessor = successor.map { previous($0) } ?? last
        link(predecessor, slot)
        link(slot, successor)
        count += 1
        let former = slot.index < placedEnd ? key(slot) : 0
        notePlaced(slot.index..<slot.index + 1)
        assignKey(slot, predecessor, successor, former)
    }

    /// Places consecutive slots that are not in the list at its end.
    mutating func append(_ slots: Range<Int>) {
        guard !slots.isEmpty else { return }
        let key = last.map { self.key($0) } ?? 0
        guard key < Self.limit - Self.stride * UInt64(slots.count + 1) else {
            for index in slots { insert(Slot(index: index), before: nil) }
            return
        }
        notePlaced(slots)
        nextSlot.set(slots) { _ in 0 }
        previousSlot.set(slots) { _ in 0 }
        let shift = key &+ Self.stride &- Self.defaultKey(slots.lowerBound)
        keys.set(slots) { _ in shift }
        link(last, Slot(index: slots.lowerBound))
        link(Slot(index: slots.upperBound - 1), nil)
        count += slots.count
    }

    mutating func remove(_ slot: Slot<Element>) {
        link(previous(slot), next(slot))
        nextSlot[slot] = -1 &- slot.number &- 1
        previousSlot[slot] = -1 &- slot.number &+ 1
        count -= 1
    }

    /// Makes two slots neighbors; nil instead of one makes the other the first or the last.
    private mutating func link(_ slot: Slot<Element>?, _ successor: Slot<Element>?) {
        if let slot, let successor {
            nextSlot[slot] = successor.number &- slot.number &- 1
            previousSlot[successor] = slot.number &- successor.number &+ 1
        }
        if slot == nil { first = successor }
        if successor == nil { last = slot }
    }

    /// Records placed slots; earlier slots that were never placed have no key.
    private mutating func notePlaced(_ slots: Range<Int>) {
        while placedEnd < slots.lowerBound {
            setKey(0, of: Slot(index: placedEnd))
            placedEnd += 1
        }
        placedEnd = max(placedEnd, slots.upperBound)
    }

    /// Gives a slot a key between those of its neighbors.
    mutating func setKey(_ key: UInt64, of slot: Slot<Element>) {
        keys[slot] = key &- Self.defaultKey(slot.index)
    }

    /// Performs a step: an insertion, a removal or a move.
    mutating func apply(_ placement: Placement<Element>) {
        if placement.from != .absent { remove(placement.slot) }
        switch placement.to {
        case .absent: break
        case .end: insert(placement.slot, before: nil)
        case .before(let successor): insert(placement.slot, before: successor)
        }
    }

    /// - Parameter former: the key that the slot had when it was in the list before, else 0.
    private mutating func assignKey(
        _ slot: Slot<Element>, _ predecessor: Slot<Element>?, _ successor: Slot<Element>?, _ former: UInt64
    ) {
        changes &+= 1
        let low = predecessor.map { key($0) } ?? 0
        let high = successor.map { key($0) }
        // What comes back to where it was gets the key it had.
        if former > low && former < high ?? .max { return }
        if let high {
            if high - low > 1 {
                setKey(low + (high - low) / 2, of: slot)
                return
            }
        } else if low < Self.limit - Self.stride {
            setKey(low + Self.stride, of: slot)
            return
        }
        setKey(low, of: slot)
        spread(around: slot)
    }

    /// Gives new keys to the smallest range around `slot` whose density is below the threshold of its size.
    private mutating func spread(around slot: Slot<Element>) {
        changes &+= 1 << 40
        var width: UInt64 = 2
        var capacity = 1.0
        var begin = slot
        var end = slot
        var members = 1
        while width <= Self.limit {
            capacity *= Self.growth
            let base = key(slot) & ~(width - 1)
            while let previous = previous(begin), key(previous) >= base {
                begin = previous
                members += 1
            }
            while let next = next(end), key(next) < base + width {
                end = next
                members += 1
            }
            let step = width / UInt64(members + 1)
            if Double(members) <= capacity && step > 1 {
                var spread = base
                var following: Slot<Element>? = begin
                for _ in 0..<members {
                    guard let current = following else { break }
                    spread += step
                    setKey(spread, of: current)
                    following = next(current)
                }
                return
            }
            width *= 2
        }
        preconditionFailure("2^53 keys hold every document")
    }
}
