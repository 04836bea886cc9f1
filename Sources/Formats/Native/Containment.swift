import Geometry

extension Rect {
    /// A frame stated in a file; nil beyond 10¹⁵, where areas and sums lose all precision.
    init?(statedOrigin origin: Point, size: Size) {
        self.init(origin: origin, size: size)
        if ![minX, minY, maxX, maxY].allSatisfy({ abs($0) <= 1e15 }) { return nil }
    }
}

/// Finds the smallest group that contains each of some rectangles completely.
enum Containment {
    /// The greatest total number of comparisons; the rectangles after that are in no group.
    private static let mostComparisons = 1 << 24

    /// Returns the group of each rectangle, and true if all were compared.
    ///
    /// Of groups with equal areas, the earlier one contains the later one, so that there are no cycles.
    ///
    /// - Parameters:
    ///   - held: the rectangles; nil is in no group.
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
            // A group can only be in a larger one.
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
