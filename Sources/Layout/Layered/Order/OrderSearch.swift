/// Searches for the order with the fewest crossings from several starts, and keeps the best.
struct OrderSearch {
    private var count: CrossingCount
    private var sweep: Sweep
    private var transposition: Transposition
    private var best: Levels
    private var least = Int.max
    /// The number of items and segments.
    private let size: Int
    /// Is true if the graph is small enough for a long search.
    private let isSmall: Bool
    /// The number of sweeps for each start.
    private let rounds: Int

    private init(_ levels: Levels, share: Double) {
        count = CrossingCount(levels)
        sweep = Sweep(levels)
        transposition = Transposition(levels)
        best = levels
        size = levels.itemCount + levels.up.items.count
        isSmall = levels.nodeCount < 400 && size < 50_000
        rounds = size < 2_000 ? 24 : size < 8_000 ? 8 : max(2, min(12, Int(share * 500_000) / size))
    }

    /// Returns false if it was stopped.
    static func run(_ levels: inout Levels, share: Double, _ watch: LayoutWatch) -> Bool {
        if levels.nesting != nil { levels.rearrange() }
        if levels.layerCount < 2 { return true }
        var search = OrderSearch(levels, share: share)
        guard search.sweep(levels, watch) else { return false }
        levels = search.best
        return true
    }

    /// Searches for fewer crossings near the current order. Returns false if it was stopped.
    static func improve(_ levels: inout Levels, share: Double, _ watch: LayoutWatch) -> Bool {
        if levels.layerCount < 2 { return true }
        var search = OrderSearch(levels, share: share)
        search.least = search.count.total(levels)
        guard search.sift(watch) else { return false }
        levels = search.best
        return true
    }

    /// The number of reinsertion searches if edge ends have a choice: one after another, or each from the same order.
    private static let endSearches = 3
    /// The number of nodes from which one long search finds more than several short ones.
    private static let longSearch = 200
    /// The number of nodes from which the work of two searches is used instead of three.
    private static let shortSearch = 500

    /// Takes nodes out and puts them back if that saves crossings, and chooses how free edge ends meet their nodes.
    /// Graphs that are too large stay as they are.
    /// Returns false if it was stopped.
    static func reinsert(
        _ levels: inout Levels, _ ends: inout FreeEnds, _ graph: FlowGraph, share: Double, _ watch: LayoutWatch
    ) -> Bool {
        if levels.layerCount < 2 { return true }
        let ratio = min(1, 340 / Double(graph.count))
        let most = Double(min(8_000_000, 30_000 * (graph.count + graph.edgeCount)))
        let work = Int(share * ratio * ratio * most)
        if work <= 20_000 || graph.count * graph.edgeCount >= 2_000_000 { return true }
        let total = ends.isEmpty ? 1 : graph.count < OrderSearch.shortSearch ? OrderSearch.endSearches : 2
        let count = graph.count < OrderSearch.longSearch ? total : 1
        var best: Reinsertion?
        for number in 0..<count {
            var search = Reinsertion(levels, graph, ends, seed: UInt64(number + 1))
            if number == 0, search.crossings == 0, search.ends.cost < Reinsertion.crossing { return true }
            guard search.search(work: work * (total / count), { watch((Double(number) + $0) / Double(count)) })
            else { return false }
            if best.map({ search.cost < $0.cost }) ?? true { best = search }
        }
        if let best { (levels, ends) = (best.levels.levels(graph), best.ends) }
        return true
    }

    /// Sweeps from the best starts, and sifts the result.
    ///
    /// Good starts show early: in large graphs by their first crossings, in small ones after a few rounds.
    private mutating func sweep(_ levels: Levels, _ watch: LayoutWatch) -> Bool {
        var trials: [Trial] = []
        for keys in starts(levels, { watch(0.3 * $0) }) {
            guard watch(0) else { return false }
            var trial = Trial(levels, keys, &count)
            note(trial)
            guard advance(&trial, to: isSmall ? 3 : 0, watch) else { return false }
            trials.append(trial)
        }
        let order = trials.indices.sorted { (trials[$0].least, $0) < (trials[$1].least, $1) }
        for index in order.prefix(isSmall ? 2 : 1) {
            guard advance(&trials[index], to: rounds, watch) else { return false }
        }
        return sift(watch)
    }

    /// Sifts the best order; false if it was stopped. A pass costs about as much as ten sweeps, and saves more than
    /// these.
    private mutating func sift(_ watch: LayoutWatch) -> Bool {
        if size >= 1_000_000 { return true }
        let passes = isSmall ? 4 : size < 100_000 ? 3 : 2
        least -= transposition.sift(&best, passes: passes, window: isSmall ? 30 : 20, { watch(0) })
        guard watch(0) else { return false }
        least -= GroupMoves.run(&best, work: 40 * size, { watch(1) })
        return watch(0)
    }

    private func starts(_ levels: Levels, _ watch: LayoutWatch) -> [[Double]] {
        let isLarge = size > 50_000
        let axes = GlobalOrder.axes(
            levels, pivots: isLarge ? 10 : 30, count: isLarge ? 3 : 6, smoothing: isLarge ? 20 : 60, watch)
        return [Starts.depthFirst(levels)] + axes
    }

    /// Sweeps an order up to a number of rounds, or until several rounds in a row gain nothing.
    private mutating func advance(_ trial: inout Trial, to rounds: Int, _ watch: LayoutWatch) -> Bool {
        while least > 0, trial.stale < 4, trial.round < rounds {
            guard watch(Double(trial.round) / Double(rounds)) else { return false }
            let round = trial.round
            sweep.run(&trial.now, isDown: round % 2 == 0, byMedian: round % 8 >= 4, turnsTies: round % 4 >= 2)
            if size < 100_000 { _ = transposition.exchange(&trial.now, passes: 4, { watch(0) }) }
            guard watch(0) else { return false }
            trial.crossings = count.total(trial.now)
            trial.stale = trial.crossings < trial.least ? 0 : trial.stale + 1
            trial.least = min(trial.least, trial.crossings)
            note(trial)
            trial.round += 1
        }
        return true
    }

    private mutating func note(_ trial: Trial) {
        if trial.crossings < least { (best, least) = (trial.now, trial.crossings) }
    }
}

/// An order that is swept repeatedly.
private struct Trial {
    var now: Levels
    var crossings: Int
    /// The fewest crossings that it had.
    var least: Int
    /// The number of rounds in a row without a gain, and the number of all rounds.
    var stale = 0
    var round = 0

    init(_ levels: Levels, _ keys: [Double], _ count: inout CrossingCount) {
        now = levels
        now.sort(by: keys)
        crossings = count.total(now)
        least = crossings
    }
}
