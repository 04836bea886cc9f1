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
        let rounds = max(1, min(24, Int(share * 6_000_000) / max(1, size) / 16))
        var keys: [[Double]] = [Starts.depthFirst(levels)]
        keys.append(GlobalOrder.keys(levels, pivots: size > 50_000 ? 10 : 30))
        keys.append(Starts.spreading(levels, from: 0, depthFirst: false))
        let first = levels
        for (index, key) in keys.enumerated() {
            var now = first
            now.sort(by: key)
            var crossings = count.total(now)
            var stale = 0
            var round = 0
            if crossings < least { (best, least) = (now, crossings) }
            while least > 0, stale < 4, round < rounds {
                guard watch((Double(index) + Double(round) / Double(rounds)) / 3) else { return false }
                sweep.run(&now, isDown: round % 2 == 0, byMedian: round % 8 >= 4, turnsTies: round % 4 >= 2)
                if size < 100_000 { _ = transposition.run(&now, passes: 4) }
                crossings = count.total(now)
                stale += 1
                if crossings < least {
                    (best, least) = (now, crossings)
                    stale = 0
                }
                round += 1
            }
        }
        levels = best
        if least > 0, graph.count * graph.edgeCount < 2_000_000 {
            var reinsertion = Reinsertion(best, graph, seed: 1)
            guard reinsertion.search(crossings: least, work: Int(share * 4_000_000), { watch(0.5 + 0.5 * $0) })
            else { return false }
            levels = reinsertion.levels.levels()
        }
        return true
    }
}
