import Storage

/// The order of the elements that two sides of a merge share: which of them stand to each other alike, and which side has
/// moved the others.
///
/// Either side finds the same.
struct SharedOrder<Kind: StampedKind> {
    enum Side {
        case ours, theirs
    }

    /// Of the elements of the other side, as many shared ones as stand to each other alike on both sides.
    let common: SlotSet<Kind>
    /// Which side has moved the other shared ones; those that both have moved, or inserted, are not in it.
    private(set) var movers: [Slot<Kind>: Side] = [:]

    /// - Parameters:
    ///   - inOurs: of the elements of the other side, those of ours.
    ///   - inBase: the same of the document that both come from.
    ///   - base: of the elements of that document, by slot, their places in its order.
    /// - Complexity: O(*n*) where the orders are the same, else O(*n* log *n*).
    init(
        _ inOurs: Counterparts<Kind>, _ ours: [Slot<Kind>], _ inBase: Counterparts<Kind>, _ base: [Int],
        _ pair: DocumentPair
    ) {
        let shared = inOurs.slots.filter { inOurs[$0] != nil }
        // Of the shared ones, in our order, the places there.
        let order = SharedOrder.places(of: ours, shared, inOurs, Kind.slotCount(in: pair.other))
        guard let first = order.indices.first(where: { order[$0] != $0 }) else {
            common = SlotSet(shared)
            return
        }
        // Where there are several selections, both sides have to find the same.
        let own = inOurs[shared[order[first]]].map { Kind.id(of: $0, in: pair.other) }
        let isOurs = own.map { $0 < Kind.id(of: shared[first], in: pair.document) } ?? true
        let stays = SharedOrder.stays(order, isOurs: isOurs)
        common = SlotSet(zip(shared, stays).lazy.filter(\.1).map(\.0))

        let former = shared.map { slot in inBase[slot].map { base[$0.index] } }
        let passed = RangeOfNumbers(shared.indices.filter { stays[$0] }.map { former[$0] })
        let theirPlaces = SharedOrder.placesAmong(stays, Array(shared.indices))
        let ourPlaces = SharedOrder.placesAmong(stays, order)
        for place in shared.indices where !stays[place] {
            let (here, there) = (ourPlaces[place], theirPlaces[place])
            guard let number = former[place], let range = passed.of(min(here, there)..<max(here, there)) else {
                continue
            }
            if number < range.lowerBound {
                movers[shared[place]] = here < there ? .theirs : .ours
            } else if number > range.upperBound {
                movers[shared[place]] = here < there ? .ours : .theirs
            }
        }
    }

    private static func places(
        of ours: [Slot<Kind>], _ shared: [Slot<Kind>], _ inOurs: Counterparts<Kind>, _ count: Int
    ) -> [Int] {
        var places = [Int](repeating: -1, count: count)
        for (place, slot) in shared.enumerated() { if let own = inOurs[slot] { places[own.index] = place } }
        return ours.map { places[$0.index] }.filter { $0 >= 0 }
    }

    /// Of each place whether it is among those that stay.
    private static func stays(_ order: [Int], isOurs: Bool) -> [Bool] {
        var inverse = order
        for (number, place) in order.enumerated() { inverse[place] = number }
        if !isOurs { return LongestRise(inverse.map { UInt64($0) }).members }
        let members = LongestRise(order.map { UInt64($0) }).members
        return inverse.map { members[$0] }
    }

    /// Of each place how many of those that stay are before it in an order.
    private static func placesAmong(_ stays: [Bool], _ order: [Int]) -> [Int] {
        var places = [Int](repeating: 0, count: order.count)
        var count = 0
        for place in order {
            places[place] = count
            if stays[place] { count += 1 }
        }
        return places
    }
}

/// The least and the greatest of numbers in a row: a tree over them, each node with those of its two children.
private struct RangeOfNumbers {
    private var tree: [ClosedRange<Int>?]
    private let count: Int

    /// - Complexity: O(*n*).
    init(_ numbers: [Int?]) {
        count = numbers.count
        tree = Array(repeating: nil, count: numbers.count) + numbers.map { $0.map { $0...$0 } }
        for node in stride(from: count - 1, to: 0, by: -1) {
            tree[node] = RangeOfNumbers.union(tree[2 * node], tree[2 * node + 1])
        }
    }

    /// That of those in a range of places; nil if there is none. O(log *n*).
    func of(_ places: Range<Int>) -> ClosedRange<Int>? {
        var (low, high) = (places.lowerBound + count, places.upperBound + count)
        var range: ClosedRange<Int>?
        while low < high {
            if low % 2 == 1 {
                range = RangeOfNumbers.union(range, tree[low])
                low += 1
            }
            if high % 2 == 1 {
                high -= 1
                range = RangeOfNumbers.union(range, tree[high])
            }
            (low, high) = (low / 2, high / 2)
        }
        return range
    }

    private static func union(_ a: ClosedRange<Int>?, _ b: ClosedRange<Int>?) -> ClosedRange<Int>? {
        guard let a, let b else { return a ?? b }
        return min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
    }
}
