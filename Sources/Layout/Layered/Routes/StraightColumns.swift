/// Straightens long edges: small differences between places would make steps.
enum StraightColumns {
    /// Returns the middles of the items. Each bend moves to the place of the bend before it, or else behind it, if it
    /// keeps half of the usual distance from its neighbors there.
    ///
    /// - Parameter edgeCount: the number of edges whose bends may move; these are the first ones.
    /// - Complexity: O(*b*) for *b* bends.
    static func straightened(_ middles: [Double], _ levels: Levels, _ spacing: Spacing, edgeCount: Int) -> [Double] {
        var middles = middles
        func fits(_ bend: Int, at place: Double) -> Bool {
            let row = levels.rows[levels.layer[bend]]
            let index = levels.place[bend]
            if index > 0 {
                let left = row[index - 1]
                let least = spacing.rights[left] + spacing.lefts[bend] + spacing.gap(left, bend) / 2
                if place < middles[left] + least { return false }
            }
            if index + 1 < row.count {
                let right = row[index + 1]
                let least = spacing.rights[bend] + spacing.lefts[right] + spacing.gap(bend, right) / 2
                if place > middles[right] - least { return false }
            }
            return true
        }
        for edge in 0..<edgeCount {
            let bends = levels.firstBend[edge]..<levels.firstBend[edge + 1]
            for bend in bends.dropFirst() where middles[bend] != middles[bend - 1] {
                if fits(bend, at: middles[bend - 1]) { middles[bend] = middles[bend - 1] }
            }
            for bend in bends.dropLast().reversed() where middles[bend] != middles[bend + 1] {
                if fits(bend, at: middles[bend + 1]) { middles[bend] = middles[bend + 1] }
            }
        }
        return middles
    }
}
