/// Places across the flow with the least weighted sum of how far segments lean: the network simplex on the auxiliary graph
/// of Gansner, Koutsofios, North and Vo 1993, from places that are good already.
enum ShortestPlaces {
    /// The precision of the simplex, which counts in whole numbers: parts of a canvas unit.
    private static let scale = 64.0

    /// Improved middles, or nil if it was stopped.
    ///
    /// - Parameter work: the greatest number of edges of the auxiliary graph that are visited.
    static func improved(
        _ middles: [Double], _ levels: Levels, _ spacing: Spacing, work: Int, _ isWanted: () -> Bool
    ) -> [Double]? {
        let count = levels.itemCount
        let least = middles.min() ?? 0
        var tails: [Int] = []
        var heads: [Int] = []
        var lengths: [Double] = []
        var weights: [Int] = []
        func add(_ tail: Int, _ head: Int, _ length: Double, _ weight: Int) {
            tails.append(tail)
            heads.append(head)
            lengths.append(length)
            weights.append(weight)
        }
        // The sides of a group are one variable each, in its first layer.
        let variable = levels.nesting?.variables ?? Array(0..<count)
        for row in levels.rows {
            for (left, right) in zip(row, row.dropFirst()) {
                add(variable[left], variable[right], spacing.between(left, right), 0)
            }
        }
        if let nesting = levels.nesting {
            for (left, right, width) in nesting.widths { add(left, right, width, 0) }
            for item in variable.indices where variable[item] != item { add(variable[item], item, 0, 0) }
        }
        let apart = Apart(tails: tails, heads: heads, count: count)
        var wholes = lengths.map { Int(($0 * scale).rounded(.up)) }
        var ranks = apart.moved(middles.map { Int((($0 - least) * scale).rounded()) }, wholes)
        for item in 0..<count where levels.nesting.map({ $0.sides[item] == 0 }) ?? true {
            for segment in levels.down.range(item) {
                let other = levels.down.items[segment]
                let bends = (levels.isBend(item) ? 1 : 0) + (levels.isBend(other) ? 1 : 0)
                let weight = [1, 2, 8][bends] * min(levels.down.weights[segment], 4)
                let shift = levels.down.offsets[segment] - levels.down.ownOffsets[segment]
                wholes += [Int((shift * scale).rounded()), 0]
                add(ranks.count, item, shift, weight)
                add(ranks.count, other, 0, weight)
                ranks.append(min(ranks[item] - wholes[wholes.count - 2], ranks[other]))
            }
        }
        var simplex = NetworkSimplex(tails: tails, heads: heads, lengths: wholes, weights: weights, ranks: ranks)
        guard simplex.solve(work: work, isWanted) else { return nil }
        // What is straight in whole numbers is straight indeed.
        let places = apart.moved(Array(simplex.ranks(of: lengths, scale: scale)[..<count]), lengths)
        return (0..<count).map { (places[variable[$0]] * 1e6).rounded() / 1e6 }
    }
}

/// The least distances between items: pairs without cycles.
private struct Apart {
    private let heads: [Int]
    private let outgoing: Adjacency
    /// The items, each after those that it has to be apart from.
    private var order: [Int]

    init(tails: [Int], heads: [Int], count: Int) {
        self.heads = heads
        outgoing = Adjacency(count: count, ends: tails)
        var waiting = Array(repeating: 0, count: count)
        for head in heads { waiting[head] += 1 }
        order = waiting.indices.filter { waiting[$0] == 0 }
        var at = 0
        while at < order.count {
            for pair in outgoing[order[at]] {
                waiting[heads[pair]] -= 1
                if waiting[heads[pair]] == 0 { order.append(heads[pair]) }
            }
            at += 1
        }
    }

    /// Places no less than wanted and as far apart as the pairs ask for.
    func moved<Number: Comparable & AdditiveArithmetic>(_ wanted: [Number], _ distances: [Number]) -> [Number] {
        var places = wanted
        for item in order {
            for pair in outgoing[item] {
                places[heads[pair]] = max(places[heads[pair]], places[item] + distances[pair])
            }
        }
        return places
    }
}
