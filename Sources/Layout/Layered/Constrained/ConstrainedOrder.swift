/// Orders the nodes of layers as the constraints allow, with few crossings (Forster 2004).
///
/// After each sweep, nodes that are out of order are put right; then neighbors are exchanged if the constraints allow it.
/// Ranks grow in the same direction in all layers, so `ConstrainedPlaces` can place all layers together.
struct ConstrainedOrder {
    /// The rank of each item; nil for an item that may lie anywhere.
    private var ranks: [Int?]
    /// The order among aligned nodes of one rank; nil for nodes that are not aligned.
    private var ties: [Double?]

    /// Enforces the constraints in levels that already have an order.
    ///
    /// - Parameter models: for the item of each label, the node whose lane it lies in.
    static func keep(_ constraints: FlowConstraints, _ levels: inout Levels, labels models: [Int: Int]) {
        if !constraints.isRanked.contains(true) { return }
        let order = ConstrainedOrder(constraints, levels, models)
        var count = CrossingCount(levels)
        var sweep = Sweep(levels)
        var neighbors = NeighborRanks(levels)
        order.enforce(&levels)
        order.exchange(&levels, &neighbors)
        var least = count.total(levels)
        var trial = levels
        var stale = 0
        for round in 0..<24 where least > 0 && stale < 6 {
            sweep.run(&trial, isDown: round % 2 == 0, byMedian: round % 8 >= 4, turnsTies: round % 4 >= 2)
            order.enforce(&trial)
            order.exchange(&trial, &neighbors)
            let crossings = count.total(trial)
            stale = crossings < least ? 0 : stale + 1
            if crossings < least { (levels, least) = (trial, crossings) }
        }
    }

    private init(_ constraints: FlowConstraints, _ levels: Levels, _ models: [Int: Int]) {
        let nodes = 0..<levels.nodeCount
        ranks = (0..<levels.itemCount).map { item in
            guard let node = item < levels.nodeCount ? item : models[item] else { return nil }
            return constraints.isRanked[node] ? constraints.ranks.values[node] : nil
        }
        var sums: [Int: (place: Double, count: Double)] = [:]
        for node in nodes where !constraints.alignedAcross.isAlone(node) {
            let root = constraints.alignedAcross.find(node).root
            let width = Double(levels.rows[levels.layer[node]].count)
            let former = sums[root] ?? (0, 0)
            sums[root] = (former.place + (Double(levels.place[node]) + 0.5) / width, former.count + 1)
        }
        let roots = sums.keys.sorted { a, b in
            let (left, right) = (sums[a] ?? (0, 1), sums[b] ?? (0, 1))
            return (left.place / left.count, a) < (right.place / right.count, b)
        }
        let places = Dictionary(uniqueKeysWithValues: roots.enumerated().map { ($0.element, Double($0.offset)) })
        ties = (0..<levels.itemCount).map {
            $0 < levels.nodeCount ? places[constraints.alignedAcross.find($0).root] : nil
        }
    }

    /// Sorts the nodes with ranks; every other node keeps its index.
    private func enforce(_ levels: inout Levels) {
        for layer in levels.rows.indices where !levels.isOrdered[layer] {
            let row = levels.rows[layer]
            let places = row.indices.filter { ranks[row[$0]] != nil }
            if places.count < 2 { continue }
            var sorted = places.map { row[$0] }.enumerated().sorted {
                (ranks[$0.element] ?? 0, $0.offset) < (ranks[$1.element] ?? 0, $1.offset)
            }.map(\.element)
            let tied = sorted.indices.filter { ties[sorted[$0]] != nil }
            let inOrder = tied.map { sorted[$0] }.sorted {
                (ranks[$0] ?? 0, ties[$0] ?? 0, $0) < (ranks[$1] ?? 0, ties[$1] ?? 0, $1)
            }
            for (place, item) in zip(tied, inOrder) { sorted[place] = item }
            for (place, item) in zip(places, sorted) { levels.rows[layer][place] = item }
        }
        levels.renewPlaces()
    }

    private func mayExchange(_ a: Int, _ b: Int) -> Bool {
        guard let first = ranks[a], let second = ranks[b] else { return true }
        return first == second && (ties[a] == nil || ties[b] == nil)
    }

    private func exchange(_ levels: inout Levels, _ neighbors: inout NeighborRanks) {
        for pass in 0..<4 {
            var saved = 0
            for step in levels.rows.indices {
                let layer = pass % 2 == 0 ? step : levels.rows.count - 1 - step
                if levels.rows[layer].count < 2 || levels.isOrdered[layer] { continue }
                neighbors.gather(levels, layer)
                var row = levels.rows[layer]
                var (at, steps) = (1, 0)
                while at < row.count, steps < 8 * row.count {
                    steps += 1
                    let gain = mayExchange(row[at - 1], row[at]) ? neighbors.gain(levels, row[at - 1], row[at]) : 0
                    if gain > 0 {
                        row.swapAt(at - 1, at)
                        saved += gain
                        at = max(1, at - 1)
                    } else {
                        at += 1
                    }
                }
                levels.rows[layer] = row
                for (place, item) in row.enumerated() { levels.place[item] = place }
            }
            if saved == 0 { return }
        }
    }
}
