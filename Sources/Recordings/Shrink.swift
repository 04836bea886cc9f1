/// The search for a shorter recording that still fails, by delta debugging (Zeller and Hildebrandt 2002, ddmin).
///
/// First, messages that belong together are removed together: a pointer from its down to its up, a gesture or a group
/// of edits from begin to end. Then single messages are removed. The result is minimal, so that no single message of
/// it can be removed, unless the runs were used up.
public struct Shrink<Failure: Error> {
    private let recording: Recording
    /// A function that returns true if the recording of these entries, in their order, still fails.
    private let fails: ([Int]) throws(Failure) -> Bool
    private var runs: Int
    /// The number of calls of `fails`.
    public private(set) var runCount = 0
    /// The results so far, since the search may reach the same entries again.
    private var known: [[Int]: Bool] = [:]

    /// - Parameters:
    ///   - runs: the greatest number of calls of `fails`.
    ///   - fails: whether the recording of these entries, given by index in ascending order, still fails.
    public init(_ recording: Recording, runs: Int, fails: @escaping ([Int]) throws(Failure) -> Bool) {
        self.recording = recording
        self.runs = runs
        self.fails = fails
    }

    /// The indices of the entries that are left, in ascending order; nil if the whole recording does not fail.
    ///
    /// - Complexity: O(*n*²) calls of `fails` for *n* entries at worst, O(log *n*) if a single message fails.
    public mutating func run() throws(Failure) -> [Int]? {
        let all = Array(recording.entries.indices)
        guard try test(all) else { return nil }
        let kept = recording.fixedEntries
        var left = all
        for units in [recording.groups(of:), { (rest: [Int]) in rest.map { [$0] } }] {
            let loose = left.filter { !kept.contains($0) }
            left = try minimize(units(loose), keeping: kept.filter(left.contains))
        }
        return left
    }

    /// ddmin over the units; returns the entries of the remaining ones, and the kept ones.
    private mutating func minimize(_ all: [[Int]], keeping kept: [Int]) throws(Failure) -> [Int] {
        var units = all
        func entries(_ units: some Sequence<[Int]>) -> [Int] { (kept + units.joined()).sorted() }
        if try test(entries([])) { return entries([]) }
        var parts = 2
        while units.count >= 2, runs > 0 {
            let bounds = (0...parts).map { units.count * $0 / parts }
            let pieces = zip(bounds, bounds.dropFirst()).map { $0..<$1 }.filter { !$0.isEmpty }
            var next: (units: [[Int]], parts: Int)?
            for piece in pieces where try test(entries(units[piece])) {
                next = (Array(units[piece]), 2)
                break
            }
            if next == nil {
                for piece in pieces {
                    let rest = units[..<piece.lowerBound] + units[piece.upperBound...]
                    if try test(entries(rest)) {
                        next = (Array(rest), max(parts - 1, 2))
                        break
                    }
                }
            }
            if let next {
                (units, parts) = next
            } else if parts < units.count {
                parts = min(parts * 2, units.count)
            } else {
                break
            }
        }
        return entries(units)
    }

    private mutating func test(_ entries: [Int]) throws(Failure) -> Bool {
        if let result = known[entries] { return result }
        guard runs > 0 else { return false }
        runs -= 1
        runCount += 1
        let result = try fails(entries)
        known[entries] = result
        return result
    }
}
