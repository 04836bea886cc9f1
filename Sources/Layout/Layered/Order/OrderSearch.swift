/// Looks for the order with the fewest crossings, from several starts, and keeps the best.
struct OrderSearch {
    private var count: CrossingCount
    private var sweep: Sweep
    private var transposition: Transposition
    private var best: Levels
    private var least = Int.max
    /// Items and segments.
    private let size: Int
    /// How often each start is swept.
    private let rounds: Int

    private init(_ levels: Levels, share: Double) {
        count = CrossingCount(levels)
        sweep = Sweep(levels)
        transposition = Transposition(levels)
        best = levels
        size = levels.itemCount + levels.up.items.count
        rounds = size < 2_000 ? 24 : size < 8_000 ? 8 : max(2, min(12, Int(share * 500_000) / size))
    }

    /// False if it was stopped.
    static func run(
        _ levels: inout Levels, _ graph: FlowGraph, share: Double, _ watch: LayoutWatch
    ) -> Bool {
        if levels.layerCount < 2 { return true }
        var search = OrderSearch(levels, share: share)
        guard search.sweep(levels, { watch(0.5 * $0) }) else { return false }
        levels = search.best
        let ratio = min(1, 400 / Double(graph.count))
        let most = Double(min(8_000_000, 30_000 * (graph.count + graph.edgeCount)))
        let work = Int(share * ratio * ratio * most)
        if search.least > 0, work > 20_000, graph.count * graph.edgeCount < 2_000_000 {
            var reinsertion = Reinsertion(levels, graph, seed: 1)
            guard reinsertion.search(crossings: search.least, work: work, { watch(0.5 + 0.5 * $0) }) else {
                return false
            }
            levels = reinsertion.levels.levels(graph)
        }
        return true
    }

    /// Sweeps from each start, and sifts what comes out.
    private mutating func sweep(_ levels: Levels, _ watch: LayoutWatch) -> Bool {
        let starts = [
            Starts.depthFirst(levels), GlobalOrder.keys(levels, pivots: size > 50_000 ? 10 : 30),
            Starts.spreading(levels, from: 0, depthFirst: false),
        ]
        for (index, keys) in starts.enumerated() {
            guard sweep(levels, from: keys, { watch((Double(index) + $0) / 3) }) else { return false }
        }
        // Each pass costs about as much as ten sweeps, and saves more than these.
        if size < 1_000_000 { least -= transposition.sift(&best, passes: size < 100_000 ? 4 : 2, window: 30) }
        return true
    }

    private mutating func sweep(_ levels: Levels, from keys: [Double], _ watch: LayoutWatch) -> Bool {
        var now = levels
        now.sort(by: keys)
        var stale = 0
        var round = 0
        var own = count.total(now)
        if own < least { (best, least) = (now, own) }
        while least > 0, stale < 4, round < rounds {
            guard watch(Double(round) / Double(rounds)) else { return false }
            sweep.run(&now, isDown: round % 2 == 0, byMedian: round % 8 >= 4, turnsTies: round % 4 >= 2)
            if size < 100_000 { _ = transposition.exchange(&now, passes: 4) }
            let crossings = count.total(now)
            stale = crossings < own ? 0 : stale + 1
            own = min(own, crossings)
            if crossings < least { (best, least) = (now, crossings) }
            round += 1
        }
        return true
    }
}
