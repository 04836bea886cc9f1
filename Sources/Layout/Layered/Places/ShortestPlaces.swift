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
        // The sides of a group are one variable each, in its first layer.
        let variable = levels.nesting?.variables ?? Array(0..<count)
        var ranks = middles.map { Int(($0 - least).rounded()) }
        for row in levels.rows {
            for (at, item) in row.enumerated() where at > 0 {
                let distance = Int(spacing.between(row[at - 1], item).rounded(.up))
                add(variable[row[at - 1]], variable[item], distance, 0)
                if levels.nesting == nil { ranks[item] = max(ranks[item], ranks[row[at - 1]] + distance) }
            }
        }
        if let nesting = levels.nesting {
            for (left, right, width) in nesting.widths { add(left, right, Int(width.rounded(.up)), 0) }
            for item in variable.indices where variable[item] != item { add(variable[item], item, 0, 0) }
            ranks = feasible(ranks, tails, heads, lengths)
        }
        for item in 0..<count where levels.nesting.map({ $0.sides[item] == 0 }) ?? true {
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
        return (0..<count).map { Double(simplex.ranks[variable[$0]]) }
    }

    /// Ranks no less than wanted and as far apart as edges ask for; these have no cycle.
    private static func feasible(_ wanted: [Int], _ tails: [Int], _ heads: [Int], _ lengths: [Int]) -> [Int] {
        var ranks = wanted
        let outgoing = Adjacency(count: ranks.count, ends: tails)
        var waiting = Array(repeating: 0, count: ranks.count)
        for head in heads { waiting[head] += 1 }
        var order = ranks.indices.filter { waiting[$0] == 0 }
        var at = 0
        while at < order.count {
            let node = order[at]
            at += 1
            for edge in outgoing[node] {
                ranks[heads[edge]] = max(ranks[heads[edge]], ranks[node] + lengths[edge])
                waiting[heads[edge]] -= 1
                if waiting[heads[edge]] == 0 { order.append(heads[edge]) }
            }
        }
        return ranks
    }
}
