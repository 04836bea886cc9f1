import Geometry
import Storage

/// The order of the nodes or of the edges of a document: a list that can also compare two elements' places.
///
/// Each element has a key that grows along the list; when two neighbours leave no key between them, the smallest
/// surrounding range of keys that is sparse enough is spread again (Bender, Cole, Demaine, Farach-Colton, Zito 2002, "Two
/// simplified algorithms for maintaining order in a list").
///
/// - Complexity: O(1) for neighbours and comparison; amortised O(log n) for insertion.
public struct ElementOrder<Element>: Sendable {
    @usableFromInline var nextSlot = PagedArray<Link<Element>>(default: .none)
    @usableFromInline var previousSlot = PagedArray<Link<Element>>(default: .none)
    @usableFromInline var keys = PagedArray<UInt64>(default: 0)
    /// The slot behind all others; nil in an empty list.
    public private(set) var first: Slot<Element>?
    /// The slot in front of all others; nil in an empty list.
    public private(set) var last: Slot<Element>?
    /// How many elements are in the list.
    public private(set) var count = 0

    /// How often elements were placed: as long as it is the same, no key has changed.
    public private(set) var placements = 0

    private static var stride: UInt64 { 1 << 22 }
    /// Every key is a whole number that a double holds.
    private static var limit: UInt64 { 1 << 53 }
    /// By what the members a range may have grow when it becomes twice as wide; in all it holds up to 5 · 10⁷.
    private static var growth: Double { 1.4 }

    /// An empty list.
    public init() {}

    /// The slot in front of this one; nil for the last.
    @inlinable @inline(__always) public func next(_ slot: Slot<Element>) -> Slot<Element>? { nextSlot[slot].slot }
    /// The slot behind this one; nil for the first.
    @inlinable @inline(__always)
    public func previous(_ slot: Slot<Element>) -> Slot<Element>? { previousSlot[slot].slot }

    /// A number that is greater for the element that comes later; it may change with every insertion.
    @inlinable @inline(__always) public func key(_ slot: Slot<Element>) -> UInt64 { keys[slot] }

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
        let predecessor = successor.map { previousSlot[$0].slot } ?? last
        nextSlot[slot] = Link(successor)
        previousSlot[slot] = Link(predecessor)
        if let predecessor { nextSlot[predecessor] = Link(slot) } else { first = slot }
        if let successor { previousSlot[successor] = Link(slot) } else { last = slot }
        count += 1
        assignKey(slot, predecessor, successor)
    }

    /// Places consecutive slots that are not in the list at its end.
    mutating func append(_ slots: Range<Int>) {
        guard !slots.isEmpty else { return }
        let key = last.map { keys[$0] } ?? 0
        guard key < Self.limit - Self.stride * UInt64(slots.count + 1) else {
            for index in slots { insert(Slot(index: index), before: nil) }
            return
        }
        let (start, end) = (slots.lowerBound, slots.upperBound - 1)
        if let last { nextSlot[last] = Link(Slot(index: start)) } else { first = Slot(index: start) }
        let before = Link(last)
        nextSlot.set(slots) { $0 == end ? .none : Link(Slot(index: $0 + 1)) }
        previousSlot.set(slots) { $0 == start ? before : Link(Slot(index: $0 - 1)) }
        keys.set(slots) { key + Self.stride * UInt64($0 - start + 1) }
        last = Slot(index: end)
        count += slots.count
    }

    mutating func remove(_ slot: Slot<Element>) {
        let successor = nextSlot[slot]
        let predecessor = previousSlot[slot]
        if let slot = predecessor.slot { nextSlot[slot] = successor } else { first = successor.slot }
        if let slot = successor.slot { previousSlot[slot] = predecessor } else { last = predecessor.slot }
        nextSlot[slot] = .none
        previousSlot[slot] = .none
        count -= 1
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

    private mutating func assignKey(
        _ slot: Slot<Element>, _ predecessor: Slot<Element>?, _ successor: Slot<Element>?
    ) {
        placements &+= 1
        let low = predecessor.map { keys[$0] } ?? 0
        let high = successor.map { keys[$0] }
        let former = keys[slot]
        // What comes back to where it was gets the key it had.
        if former > low && former < high ?? .max { return }
        if let high {
            if high - low > 1 {
                keys[slot] = low + (high - low) / 2
                return
            }
        } else if low < Self.limit - Self.stride {
            keys[slot] = low + Self.stride
            return
        }
        keys[slot] = low
        spread(around: slot)
    }

    /// Gives new keys to the smallest range around `slot` whose density is below the threshold of its size.
    private mutating func spread(around slot: Slot<Element>) {
        var width: UInt64 = 2
        var capacity = 1.0
        var begin = slot
        var end = slot
        var members = 1
        while width <= Self.limit {
            capacity *= Self.growth
            let base = keys[slot] & ~(width - 1)
            while let previous = previousSlot[begin].slot, keys[previous] >= base {
                begin = previous
                members += 1
            }
            while let next = nextSlot[end].slot, keys[next] < base + width {
                end = next
                members += 1
            }
            let step = width / UInt64(members + 1)
            if Double(members) <= capacity && step > 1 {
                var key = base
                var next: Slot<Element>? = begin
                for _ in 0..<members {
                    guard let current = next else { break }
                    key += step
                    keys[current] = key
                    next = nextSlot[current].slot
                }
                return
            }
            width *= 2
        }
        preconditionFailure("2^53 keys hold every document")
    }
}
