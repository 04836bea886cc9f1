/// Places across the flow with the least weighted sum of how far segments lean: the network simplex on the auxiliary graph
/// of Gansner, Koutsofios, North and Vo 1993, from places that are good already.
enum ShortestPlaces {
    /// Improved middles, or nil if it was stopped; in whole canvas units.
    ///
    /// - Parameter work: how many edges of the auxiliary graph are visited at most.
    static func improved(
        _ middles: [Double], _ levels: Levels, _ spacing: Spacing, work: Int, _ isWanted: () -> Bool
    ) -> [Double]? {
        let count = levels.itemCount
        let least = middles.min() ?? 0
        var tails: [Int] = []
        var heads: [Int] = []
        var lengths: [Int] = []
        var weights: [Int] = []
        func add(_ tail: Int, _ head: Int, _ length: Int, _ weight: Int) {
            tails.append(tail)
            heads.append(head)
            lengths.append(length)
            weights.append(weight)
        }
        var ranks = Array(repeating: 0, count: count)
        for row in levels.rows {
            for (at, item) in row.enumerated() {
                ranks[item] = Int((middles[item] - least).rounded())
                if at == 0 { continue }
                let distance = Int(spacing.between(row[at - 1], item).rounded(.up))
                ranks[item] = max(ranks[item], ranks[row[at - 1]] + distance)
                add(row[at - 1], item, distance, 0)
            }
        }
        for item in 0..<count {
            for segment in levels.down.range(item) {
                let other = levels.down.items[segment]
                let bends = (levels.isBend(item) ? 1 : 0) + (levels.isBend(other) ? 1 : 0)
                let weight = [1, 2, 8][bends] * min(levels.down.weights[segment], 4)
                let shift = Int((levels.down.offsets[segment] - levels.down.ownOffsets[segment]).rounded())
                add(ranks.count, item, shift, weight)
                add(ranks.count, other, 0, weight)
                ranks.append(min(ranks[item] - shift, ranks[other]))
            }
        }
        var simplex = NetworkSimplex(tails: tails, heads: heads, lengths: lengths, weights: weights, ranks: ranks)
        guard simplex.solve(work: work, isWanted) else { return nil }
        return (0..<count).map { Double(simplex.ranks[$0]) }
    }
}
