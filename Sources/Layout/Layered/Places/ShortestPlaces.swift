/// Places across the flow with the least weighted total lean of segments: the network simplex on the auxiliary graph of
/// Gansner, Koutsofios, North and Vo 1993, started from good places.
enum ShortestPlaces {
    /// The precision of the simplex, which uses whole numbers: parts of a canvas unit.
    fileprivate static let scale = 64.0
    /// The weights of the width of a group and of the whole, relative to an edge that leans as far. Without groups,
    /// width costs nothing.
    private static let groupWeight = 2
    private static let wholeWeight = 20

    /// The improved middles; nil if it was stopped.
    ///
    /// - Parameter work: the greatest number of visited edges of the auxiliary graph.
    static func improved(
        _ middles: [Double], _ levels: Levels, _ spacing: Spacing, work: Int, _ isWanted: () -> Bool
    ) -> [Double]? {
        let count = levels.itemCount
        let least = middles.min() ?? 0
        var graph = LeanGraph()
        // The sides of a group are one variable each, in its first layer.
        let variable = levels.nesting?.variables ?? Array(0..<count)
        for row in levels.rows {
            for (left, right) in zip(row, row.dropFirst()) {
                graph.keepApart(variable[left], variable[right], spacing.between(left, right), weight: 0)
            }
        }
        if let nesting = levels.nesting {
            for (left, right, width) in nesting.widths { graph.keepApart(left, right, width, weight: groupWeight) }
            for item in variable.indices where variable[item] != item {
                graph.keepApart(variable[item], item, 0, weight: 0)
            }
        }
        let apart = Apart(tails: graph.tails, heads: graph.heads, count: count)
        graph.ranks = apart.moved(middles.map { Int((($0 - least) * scale).rounded()) }, graph.wholes)
        for item in 0..<count where levels.nesting.map({ $0.sides[item] == 0 }) ?? true {
            for segment in levels.down.range(item) {
                let other = levels.down.items[segment]
                let bends = (levels.isBend(item) ? 1 : 0) + (levels.isBend(other) ? 1 : 0)
                let weight = [1, 2, 8][bends] * min(levels.down.weights[segment], 100)
                let shift = levels.down.offsets[segment] - levels.down.ownOffsets[segment]
                graph.join(item, other, shift: shift, weight: weight)
            }
        }
        if levels.nesting != nil { graph.addWidth(levels.rows, variable, spacing, weight: wholeWeight) }
        var simplex = NetworkSimplex(
            tails: graph.tails, heads: graph.heads, lengths: graph.wholes, weights: graph.weights, ranks: graph.ranks)
        guard simplex.solve(work: work, { _ in isWanted() }) else { return nil }
        // Segments that are straight in whole numbers become exactly straight.
        let places = apart.moved(Array(simplex.ranks(of: graph.lengths, scale: scale)[..<count]), graph.lengths)
        return (0..<count).map { (places[variable[$0]] * 1e6).rounded() / 1e6 }
    }
}

/// The auxiliary graph: edges are least distances; each weight is the cost of exceeding its distance.
private struct LeanGraph {
    private(set) var tails: [Int] = []
    private(set) var heads: [Int] = []
    private(set) var lengths: [Double] = []
    /// The lengths as whole numbers.
    private(set) var wholes: [Int] = []
    private(set) var weights: [Int] = []
    /// Feasible ranks, those of the items first.
    var ranks: [Int] = []

    private mutating func add(_ tail: Int, _ head: Int, _ length: Double, _ whole: Double, _ weight: Int) {
        tails.append(tail)
        heads.append(head)
        lengths.append(length)
        wholes.append(Int(whole))
        weights.append(weight)
    }

    /// Keeps an item to the right of another; the weight is the cost of their distance.
    mutating func keepApart(_ left: Int, _ right: Int, _ distance: Double, weight: Int) {
        add(left, right, distance, (distance * ShortestPlaces.scale).rounded(.up), weight)
    }

    /// Adds a cost for the difference between the distance of two items and a shift.
    mutating func join(_ item: Int, _ other: Int, shift: Double, weight: Int) {
        let whole = (shift * ShortestPlaces.scale).rounded()
        add(ranks.count, item, shift, whole, weight)
        add(ranks.count, other, 0, 0, weight)
        ranks.append(min(ranks[item] - Int(whole), ranks[other]))
    }

    /// Adds the left and the right border of the whole, with a cost for their distance.
    mutating func addWidth(_ rows: [[Int]], _ variable: [Int], _ spacing: Spacing, weight: Int) {
        let (left, right) = (ranks.count, ranks.count + 1)
        ranks += [Int.max, Int.min]
        for row in rows {
            guard let first = row.first, let last = row.last else { continue }
            keepApart(left, variable[first], spacing.lefts[first], weight: 0)
            ranks[left] = min(ranks[left], ranks[variable[first]] - wholes[wholes.count - 1])
            keepApart(variable[last], right, spacing.rights[last], weight: 0)
            ranks[right] = max(ranks[right], ranks[variable[last]] + wholes[wholes.count - 1])
        }
        keepApart(left, right, 0, weight: weight)
    }
}

/// The least distances between items: an acyclic graph of pairs.
private struct Apart {
    private let heads: [Int]
    private let outgoing: Adjacency
    /// The items in topological order.
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

    /// Returns the least places that are at or above the wanted ones and keep the distances.
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
