/// The layer of each node of a graph with groups.
///
/// One ranking of all nodes in which a group spans from the first to the last of its contents (Sander 1996). The first
/// and the last layer of each group are nodes of the network simplex, and the span of a group weighs as much as that of
/// an edge.
/// A group and its neighbors should share no layer, so that they can share columns. Each shared layer costs as much as
/// several edges that pass it. If more edges would have to pass, they stay side by side.
struct GroupLayers {
    private let graph: FlowGraph
    private let groups: GroupTree
    private var tails: [Int] = []
    private var heads: [Int] = []
    private var lengths: [Int] = []
    private var weights: [Int] = []

    /// The weight of the span of a group, relative to an edge.
    private static let groupWeight = 1
    /// The weight of a layer that a group shares with a group or node joined to it by edges.
    private static let overlapWeight = 6
    /// The greatest number of layers that edges and groups may span together if groups are stacked.
    private static func mostSpan(_ graph: FlowGraph) -> Int { 200_000 + 8 * (graph.count + graph.edgeCount) }

    /// Returns the number of layers that edges and groups span together, if each node is as near to the sources as
    /// possible.
    static func span(_ graph: FlowGraph, _ groups: GroupTree) -> Int {
        var run = GroupLayers(graph, groups)
        run.addConstraints()
        return run.span(run.longestPath())
    }

    private func span(_ ranks: [Int]) -> Int {
        var sum = 0
        for edge in tails.indices { sum += weights[edge] * (ranks[heads[edge]] - ranks[tails[edge]]) }
        return sum
    }

    /// Returns nil if it was stopped.
    static func layers(_ graph: FlowGraph, _ groups: GroupTree, isShortest: Bool, _ isWanted: () -> Bool) -> [Int]? {
        var run = GroupLayers(graph, groups)
        run.addConstraints()
        var ranks = run.longestPath()
        if isShortest {
            let work = min(80_000_000, 100_000 + 1_000 * (ranks.count + run.tails.count))
            var apart = run
            let start = apart.addOverlaps(ranks)
            guard let found = apart.shortest(from: start, work: work, isWanted) else { return nil }
            if run.span(found) <= mostSpan(graph) {
                ranks = found
            } else {
                guard let shortest = run.shortest(from: ranks, work: work, isWanted) else { return nil }
                ranks = shortest
            }
        }
        return layers(graph, groups, ranks: ranks)
    }

    private init(_ graph: FlowGraph, _ groups: GroupTree) {
        (self.graph, self.groups) = (graph, groups)
    }

    /// The number of nodes that are not groups; the nodes of groups come after them.
    private var leafCount: Int { groups.leafCount }
    private func first(_ group: Int) -> Int { leafCount + 2 * group }
    private func last(_ group: Int) -> Int { leafCount + 2 * group + 1 }

    private mutating func add(_ tail: Int, _ head: Int, _ length: Int, _ weight: Int) {
        tails.append(tail)
        heads.append(head)
        lengths.append(length)
        weights.append(weight)
    }

    private mutating func addConstraints() {
        let variable = (0..<graph.count).map { node in
            let group = groups.nodeGroups[node]
            return groups.joint(node).map { $0 == .entry ? first(group) : last(group) } ?? node
        }
        for edge in 0..<graph.edgeCount {
            add(variable[graph.uppers[edge]], variable[graph.lowers[edge]], 1, graph.weights[edge])
        }
        for node in 0..<leafCount where groups.nodeGroups[node] >= 0 {
            add(first(groups.nodeGroups[node]), node, 0, 0)
            add(node, last(groups.nodeGroups[node]), 0, 0)
        }
        for group in 0..<groups.count {
            add(first(group), last(group), 0, GroupLayers.groupWeight)
            if groups.parents[group] < 0 { continue }
            add(first(groups.parents[group]), first(group), 0, 0)
            add(last(group), last(groups.parents[group]), 0, 0)
        }
    }

    /// Adds a cost for the layers that a group shares with a sibling joined to it by edges.
    /// Returns the ranks, extended by the new nodes.
    ///
    /// A new node lies at or above the last layer of the upper sibling, and above the first layer of the lower one. The
    /// layers between it and that last layer are shared.
    private mutating func addOverlaps(_ ranks: [Int]) -> [Int] {
        var ranks = ranks
        let count = ranks.count
        var known = Set<Int>()
        for edge in 0..<graph.edgeCount {
            let (upper, lower) = (graph.uppers[edge], graph.lowers[edge])
            let (from, to) = (groups.nodeGroups[upper], groups.nodeGroups[lower])
            if from == to { continue }
            let common = groups.common(from, to)
            let tail = groups.child(of: common, around: from).map(last) ?? upper
            let head = groups.child(of: common, around: to).map(first) ?? lower
            guard known.insert(tail * count + head).inserted else { continue }
            add(ranks.count, tail, 0, GroupLayers.overlapWeight)
            add(ranks.count, head, 1, 0)
            ranks.append(min(ranks[tail], ranks[head] - 1))
        }
        return ranks
    }

    private func longestPath() -> [Int] {
        let count = leafCount + 2 * groups.count
        var ranks = Array(repeating: 0, count: count)
        let outgoing = Adjacency(count: count, ends: tails)
        var waiting = Array(repeating: 0, count: count)
        for head in heads { waiting[head] += 1 }
        var order = (0..<count).filter { waiting[$0] == 0 }
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

    private func shortest(from ranks: [Int], work: Int, _ isWanted: () -> Bool) -> [Int]? {
        var isSource = Array(repeating: true, count: ranks.count)
        for head in heads { isSource[head] = false }
        let sources = ranks.indices.filter { isSource[$0] }
        let none = sources.map { _ in 0 }
        var simplex = NetworkSimplex(
            tails: tails + sources.map { _ in ranks.count }, heads: heads + sources,
            lengths: lengths + none, weights: weights + none, ranks: ranks + [min(0, ranks.min() ?? 0)])
        guard simplex.solve(work: work, { _ in isWanted() }) else { return nil }
        return Array(simplex.ranks.dropLast())
    }

    /// Returns the layers. If edges meet the frame of a group, the frame gets a row of its own: above the first layer
    /// of its contents or below the last one.
    static func layers(_ graph: FlowGraph, _ groups: GroupTree, ranks: [Int]) -> [Int] {
        let leafCount = groups.leafCount
        var rows = Array(ranks[0..<leafCount])
        let count = Layering.compact(&rows)
        var spans = Array(repeating: (first: Int.max, last: Int.min), count: groups.count)
        func note(_ first: Int, _ last: Int, _ group: Int) {
            if group < 0 { return }
            spans[group] = (min(spans[group].first, first), max(spans[group].last, last))
        }
        for node in 0..<leafCount { note(rows[node], rows[node], groups.nodeGroups[node]) }
        for group in (0..<groups.count).reversed() {
            note(spans[group].first, spans[group].last, groups.parents[group])
        }
        var before = Array(repeating: 0, count: count)
        var after = before
        for node in leafCount..<graph.count {
            let span = spans[groups.nodeGroups[node]]
            if groups.joint(node) == .entry { before[span.first] = 1 } else { after[span.last] = 1 }
        }
        var number: [Int] = []
        for row in 0..<count {
            number.append(row == 0 ? before[0] : number[row - 1] + 1 + after[row - 1] + before[row])
        }
        var layers = rows.map { number[$0] }
        for node in leafCount..<graph.count {
            let span = spans[groups.nodeGroups[node]]
            layers.append(groups.joint(node) == .entry ? number[span.first] - 1 : number[span.last] + 1)
        }
        return layers
    }
}
