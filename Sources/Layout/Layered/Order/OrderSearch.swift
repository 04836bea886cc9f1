/// Looks for the order with the fewest crossings, from several starts, and keeps the best.
enum OrderSearch {
    /// False if it was stopped.
    static func run(
        _ levels: inout Levels, _ graph: FlowGraph, share: Double, _ watch: LayoutWatch
    ) -> Bool {
        if levels.layerCount < 2 { return true }
        var count = CrossingCount(levels)
        var sweep = Sweep(levels)
        var transposition = Transposition(levels)
        var best = levels
        var least = Int.max
        let size = levels.itemCount + levels.up.items.count
        let starts = [
            Starts.depthFirst(levels), GlobalOrder.keys(levels, pivots: size > 50_000 ? 10 : 30),
            Starts.spreading(levels, from: 0, depthFirst: false),
        ]
        let rounds = size < 2_000 ? 24 : size < 8_000 ? 8 : max(2, min(12, Int(share * 500_000) / size))
        let first = levels
        for (index, keys) in starts.enumerated() {
            var now = first
            now.sort(by: keys)
            var stale = 0
            var round = 0
            var own = count.total(now)
            if own < least { (best, least) = (now, own) }
            while least > 0, stale < 4, round < rounds {
                guard watch((Double(index) + Double(round) / Double(rounds)) / 6) else { return false }
                sweep.run(&now, isDown: round % 2 == 0, byMedian: round % 8 >= 4, turnsTies: round % 4 >= 2)
                if size < 100_000 { _ = transposition.run(&now, passes: 4) }
                let crossings = count.total(now)
                stale = crossings < own ? 0 : stale + 1
                own = min(own, crossings)
                if crossings < least { (best, least) = (now, crossings) }
                round += 1
            }
        }
        levels = best
        let ratio = min(1, 400 / Double(graph.count))
        let most = Double(min(8_000_000, 30_000 * (graph.count + graph.edgeCount)))
        let work = Int(share * ratio * ratio * most)
        if least > 0, work > 20_000, graph.count * graph.edgeCount < 2_000_000 {
            var reinsertion = Reinsertion(best, graph, seed: 1)
            guard reinsertion.search(crossings: least, work: work, { watch(0.5 + 0.5 * $0) }) else { return false }
            levels = reinsertion.levels.levels(graph)
        }
        return true
    }
}
