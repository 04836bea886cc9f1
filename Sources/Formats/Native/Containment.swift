import Geometry

extension Rect {
    /// A frame as a file states it; nil for one beyond 10¹⁵, where areas and sums lose all meaning.
    init?(statedOrigin origin: Point, size: Size) {
        self.init(origin: origin, size: size)
        if ![minX, minY, maxX, maxY].allSatisfy({ abs($0) <= 1e15 }) { return nil }
    }
}

/// Finds for each of some rectangles the smallest group that holds it wholly.
enum Containment {
    /// The greatest number of comparisons in all; a rectangle that is reached behind them lies in no group.
    private static let mostComparisons = 1 << 24

    /// Returns the group of each rectangle, and whether all could be compared.
    ///
    /// Of groups of one area the earlier holds the later, so that there is no cycle.
    ///
    /// - Parameters:
    ///   - held: what is to lie in a group; nil lies in none.
    ///   - groups: the groups among them, with their frames.
    /// - Complexity: O(*n* · *g*), at most `mostComparisons`.
    static func groups(
        of held: [Rect?], among groups: [(place: Int, frame: Rect)]
    ) -> (parents: [Int?], isComplete: Bool) {
        func area(_ frame: Rect) -> Double { frame.width * frame.height }
        let sorted = groups.sorted {
            (area($0.frame), -$0.place) < (area($1.frame), -$1.place)
        }
        var ranks: [Int: Int] = [:]
        for (rank, group) in sorted.enumerated() { ranks[group.place] = rank }
        var left = mostComparisons
        var parents = [Int?](repeating: nil, count: held.count)
        if sorted.isEmpty { return (parents, true) }
        for (place, frame) in held.enumerated() {
            guard let frame else { continue }
            // A group lies in a greater one only.
            var rank = ranks[place].map { $0 + 1 } ?? 0
            while rank < sorted.count {
                left -= 1
                if left < 0 { return (parents, false) }
                let group = sorted[rank].frame
                if group.minX <= frame.minX && group.minY <= frame.minY && group.maxX >= frame.maxX
                    && group.maxY >= frame.maxY
                {
                    parents[place] = sorted[rank].place
                    break
                }
                rank += 1
            }
        }
        return (parents, true)
    }
}
