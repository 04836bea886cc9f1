/// The distances that boxes must keep along an axis, found by a sweep line across it.
///
/// After Dwyer, Marriott, Stuckey 2005: of the boxes on the sweep line, only neighbors need a distance.
///
/// - Complexity: O(*n* log *n*), and at most a constant number of distances for each box.
struct SeparationScan {
    private let boxes: BoxColumns
    /// The boxes in order along the axis, and the rank of each in that order.
    private let order: [Int32]
    private var rank: [Int]
    private var active: RankSet
    private(set) var separations: [Separation] = []

    /// The number of overlapping boxes that are visited on each side if some pairs are left to the other axis.
    private static let reach = 24

    init(boxes: BoxColumns, order: [Int32]) {
        self.boxes = boxes
        self.order = order
        rank = Array(repeating: 0, count: boxes.count)
        for (number, box) in order.enumerated() { rank[Int(box)] = number }
        active = RankSet(bound: boxes.count)
    }

    /// Finds all distances that keep the boxes apart; with `sharing`, without pairs that overlap less across the axis.
    /// Returns nil when stopped.
    mutating func found(sharing: Bool, _ isOn: () -> Bool) -> [Separation]? {
        separations = []
        separations.reserveCapacity(boxes.count * (sharing ? 3 : 2))
        let events = events()
        for (number, event) in events.enumerated() {
            if number % 4096 == 0, !isOn() { return nil }
            let box = Int(event.box)
            if event.opens {
                active.insert(rank[box])
            } else {
                active.remove(rank[box])
                if sharing { share(box) } else { separate(box) }
            }
        }
        return separations
    }

    private struct Event {
        var at: Double
        var box: Int32
        var opens: Bool
    }

    /// The events where the line meets each box first and last; boxes that only touch are never active together.
    private func events() -> [Event] {
        var events: [Event] = []
        events.reserveCapacity(boxes.count * 2)
        for box in 0..<boxes.count where boxes.hasArea(box) {
            let half = boxes.halfAcross[box] - BoxColumns.touch / 4
            let number = Int32(truncatingIfNeeded: box)
            let first = Event(at: boxes.across[box] - half, box: number, opens: true)
            let last = Event(at: boxes.across[box] + half, box: number, opens: false)
            guard first.at < last.at else { continue }
            events.append(first)
            events.append(last)
        }
        events.sort { a, b in
            if a.at != b.at { return a.at < b.at }
            if a.opens != b.opens { return b.opens }
            return a.box < b.box
        }
        return events
    }

    private mutating func separate(_ box: Int) {
        let before = active.before(rank[box])
        if before >= 0 { add(Int(order[before]), box) }
        let after = active.after(rank[box])
        if after >= 0 { add(box, Int(order[after])) }
    }

    private mutating func share(_ box: Int) {
        var before = active.before(rank[box])
        for _ in 0..<SeparationScan.reach where before >= 0 {
            let other = Int(order[before])
            let overlap = boxes.overlapAlong(other, box)
            if overlap <= boxes.overlapAcross(other, box) { add(other, box) }
            if overlap <= 0 { break }
            before = active.before(before)
        }
        var after = active.after(rank[box])
        for _ in 0..<SeparationScan.reach where after >= 0 {
            let other = Int(order[after])
            let overlap = boxes.overlapAlong(box, other)
            if overlap <= boxes.overlapAcross(box, other) { add(box, other) }
            if overlap <= 0 { break }
            after = active.after(after)
        }
    }

    private mutating func add(_ left: Int, _ right: Int) {
        separations.append(
            Separation(
                left: Int32(truncatingIfNeeded: left), right: Int32(truncatingIfNeeded: right),
                gap: boxes.halfAlong[left] + boxes.halfAlong[right]))
    }
}
