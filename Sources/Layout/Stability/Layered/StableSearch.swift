/// Inserts new nodes and edges into existing rows, and moves some other nodes if that saves crossings.
struct StableSearch {
    private(set) var reinsertion: Reinsertion
    private(set) var space: StableSpace
    private let graph: FlowGraph
    /// The former places of nodes; nil for new ones.
    private let homes: [Double?]
    private let homeLayers: [Int]
    private let isFixed: [Bool]
    /// The nodes and group sides that have moved.
    private var moved: Set<Int> = []
    /// The number of nodes that may be moved.
    private let most: Int
    /// A flag for each edge: true if it has a new path.
    private(set) var isThreaded: [Bool]

    private var levels: FreeLevels { _read { yield reinsertion.levels } }

    /// - Parameters:
    ///   - homes: the place of each node across the flow; nil for a new one.
    ///   - most: the number of other nodes that may move.
    init(_ levels: Levels, _ graph: FlowGraph, _ space: StableSpace, homes: [Double?], isFixed: [Bool], most: Int) {
        reinsertion = Reinsertion(levels, graph, seed: 1)
        (self.space, self.graph, self.homes, self.isFixed, self.most) = (space, graph, homes, isFixed, most)
        homeLayers = Array(levels.layer[..<graph.count])
        isThreaded = Array(repeating: false, count: graph.edgeCount)
    }

    // MARK: New nodes and edges

    /// Inserts nodes and edges where they cross least.
    ///
    /// - Parameter giving: nodes that had to leave their row for the new ones.
    mutating func insert(_ nodes: [Int], _ edges: [Int], giving: Set<Int>) {
        moved = giving
        for edge in edges { isThreaded[edge] = true }
        for edge in edges where levels.isIn[edge] { reinsertion.take(edge: edge) }
        for node in nodes { reinsertion.take(node: node) }
        for node in nodes {
            reinsertion.levels.begin()
            space.begin()
            put(node, most: max(0, most - moved.count))
            note()
        }
        for edge in graph.uppers.indices where !levels.isIn[edge] {
            reinsertion.put(edge: edge)
            isThreaded[edge] = true
        }
        // Each edge was routed only for the edges before it.
        for edge in edges.reversed() { rethread(edge) }
    }

    /// Records the nodes that were pushed since the beginning.
    private mutating func note() {
        for node in space.pushed where homes[node] != nil { moved.insert(node) }
    }

    /// Inserts a removed node, with its edges, into the gap with the fewest crossings that has space.
    private mutating func put(_ node: Int, most: Int) {
        let (layers, sums) = reinsertion.costs(of: node)
        var gaps: [(cost: Int, layer: Int, gap: Int, wish: Double)] = []
        for layer in layers {
            let wish = wish(node)
            for (gap, price) in prices(node, in: layer, wish: wish).enumerated() {
                let sum = sums[layer - layers.lowerBound][gap]
                if sum < .max / 2 { gaps.append((sum + price.cost, layer, gap, wish)) }
            }
        }
        gaps.sort { ($0.cost, $0.layer, $0.gap) < ($1.cost, $1.layer, $1.gap) }
        for (most, trials) in [(most, 40), (.max / 1024, 8)] {
            for trial in gaps.prefix(trials) {
                reinsertion.put(node: node, in: trial.layer, at: trial.gap)
                if space.put(node, wish: trial.wish, in: levels, most: most) { return markThreads(node) }
                reinsertion.take(node: node)
            }
        }
        // No gap has space: it may overlap others.
        let layer = layers.contains(levels.layers[node]) ? levels.layers[node] : layers.lowerBound
        reinsertion.put(node: node, in: gaps.first?.layer ?? layer, at: gaps.first?.gap ?? 0)
        markThreads(node)
    }

    private mutating func markThreads(_ node: Int) {
        for slot in 0..<levels.outgoing.degree(node) { isThreaded[levels.outgoing.item(node, slot)] = true }
        for slot in 0..<levels.incoming.degree(node) { isThreaded[levels.incoming.item(node, slot)] = true }
    }

    /// The median place of the placed neighbors of a node.
    private func wish(_ node: Int) -> Double {
        var places: [Double] = []
        for slot in 0..<levels.incoming.degree(node) {
            let edge = levels.incoming.item(node, slot)
            let upper = levels.uppers[edge]
            if levels.isPlaced[upper] { places.append(space.middle(upper) + graph.upperOffsets[edge]) }
        }
        for slot in 0..<levels.outgoing.degree(node) {
            let edge = levels.outgoing.item(node, slot)
            let lower = levels.lowers[edge]
            if levels.isPlaced[lower] { places.append(space.middle(lower) + graph.lowerOffsets[edge]) }
        }
        if places.isEmpty { return space.middle(node) }
        places.sort()
        return places[(places.count - 1) / 2] / 2 + places[places.count / 2] / 2
    }

    /// Returns the cost of each gap of a row for a node, by the available space, on the scale of crossings.
    private func prices(_ node: Int, in layer: Int, wish: Double) -> [(cost: Int, isFree: Bool)] {
        let count = levels.counts[layer]
        var ends = Array(repeating: Double.infinity, count: count + 1)
        var next = Double.infinity
        for at in (0..<count).reversed() {
            let item = levels.item(layer, at)
            let owner = item < levels.nodeCount ? item : levels.uppers[levels.edge(ofBend: item)]
            if item < levels.nodeCount || space.isSide(owner) { next = space.middle(owner) - graph.lefts[owner] }
            ends[at] = next
        }
        var last = -Double.infinity
        let width = graph.lefts[node] + graph.rights[node]
        return (0...count).map { gap in
            if gap > 0 {
                let item = levels.item(layer, gap - 1)
                let owner = item < levels.nodeCount ? item : levels.uppers[levels.edge(ofBend: item)]
                if item < levels.nodeCount || space.isSide(owner) { last = space.middle(owner) + graph.rights[owner] }
            }
            let end = gap < count ? ends[gap] : .infinity
            let free = end - last - width
            let low = last + graph.lefts[node]
            let high = end - graph.rights[node]
            let distance = max(0, low - wish, wish - high)
            let isFree = free >= space.leastSpace
            return (min(40, Int(min(distance, 1e6) / 25)) + (isFree ? 0 : 48), isFree)
        }
    }

    // MARK: Existing nodes and edges

    /// Routes an edge again if that saves crossings.
    private mutating func rethread(_ edge: Int) {
        guard levels.layers[levels.lowers[edge]] - levels.layers[levels.uppers[edge]] > 1 else { return }
        reinsertion.levels.begin()
        let before = reinsertion.cost
        reinsertion.take(edge: edge)
        reinsertion.put(edge: edge)
        if before - reinsertion.cost >= Reinsertion.crossing {
            isThreaded[edge] = true
            return
        }
        reinsertion.levels.undo()
        reinsertion.levels.link(edge)
        reinsertion.cost = before
    }

    /// Moves nodes, and routes edges again, until nothing saves crossings or a limit is reached. Returns false if it
    /// was stopped.
    mutating func improve(work limit: Int, _ watch: LayoutWatch) -> Bool {
        let limit = reinsertion.work + limit
        for _ in 0..<24 {
            guard watch(0.5) else { return false }
            for edge in graph.uppers.indices where !isSide(edge) && reinsertion.work < limit {
                guard watch(0.5) else { return false }
                rethread(edge)
            }
            let candidates = candidates()
            var gains: [(gain: Int, count: Int, nodes: [Int])] = []
            for nodes in candidates where reinsertion.work < limit {
                guard watch(0.5) else { return false }
                if let result = attempt(nodes, isKept: false) { gains.append((result.gain, result.count, nodes)) }
            }
            // The greatest gain for each moved node comes first.
            gains.sort { a, b in
                let (x, y) = (a.gain * max(1, b.count), b.gain * max(1, a.count))
                return x != y ? x > y : a.nodes.lexicographicallyPrecedes(b.nodes)
            }
            var isBetter = false
            for (gain, count, nodes) in gains.prefix(max(1, gains.count / 4)) where reinsertion.work < limit {
                guard watch(0.5) else { return false }
                if attempt(nodes, isKept: true, least: gain * 2 / 3, most: count) != nil { isBetter = true }
            }
            if !isBetter { break }
        }
        return true
    }

    private func isSide(_ edge: Int) -> Bool { space.isSide(graph.uppers[edge]) }

    /// The crossed nodes, alone and with the next one in their row.
    private mutating func candidates() -> [[Int]] {
        let crossed = reinsertion.crossedNodes().filter(canMove)
        var lists = crossed.map { [$0] }
        for node in crossed {
            let layer = levels.layers[node]
            var at = levels.place[node] + 1
            while at < levels.counts[layer], levels.item(layer, at) >= levels.nodeCount { at += 1 }
            guard at < levels.counts[layer] else { continue }
            let other = levels.item(layer, at)
            if canMove(other) { lists.append([node, other]) }
        }
        return lists
    }

    private func canMove(_ node: Int) -> Bool {
        !isFixed[node] && !space.movesWithOthers(node) && !levels.isRanked[node] && graph.groups?.joint(node) == nil
    }

    /// Moves nodes to where they cross less. Returns how much that saves, and how many more nodes have moved.
    ///
    /// Nil if it is undone: it saves nothing, or moves too many.
    private mutating func attempt(
        _ nodes: [Int], isKept: Bool, least: Int = 1, most limit: Int = .max
    ) -> (gain: Int, count: Int)? {
        reinsertion.levels.begin()
        space.begin()
        let before = (cost: reinsertion.cost, layers: nodes.map { levels.layers[$0] }, threads: isThreaded)
        let own = nodes.map { space.middle($0) }
        for node in nodes { reinsertion.take(node: node) }
        for node in nodes.reversed() { put(node, most: most) }
        var now = moved
        for node in space.pushed where homes[node] != nil { now.insert(node) }
        for node in nodes {
            guard let home = homes[node] else { continue }
            if abs(space.middle(node) - home) <= 0.5, levels.layers[node] == homeLayers[node] {
                now.remove(node)
            } else {
                now.insert(node)
            }
        }
        let count = now.count - moved.count
        // Each moved node costs half a crossing.
        let gain = before.cost - reinsertion.cost - max(0, count) * Reinsertion.crossing / 2
        if gain >= max(least, 1), now.count <= most, count <= limit, isKept {
            moved = now
            return (gain, count)
        }
        for (node, layer) in zip(nodes, before.layers) { reinsertion.levels.layers[node] = layer }
        reinsertion.cost = before.cost
        isThreaded = before.threads
        reinsertion.levels.undo()
        space.undo()
        for (node, middle) in zip(nodes, own) { space.restore(node, middle) }
        for node in nodes {
            for slot in 0..<levels.outgoing.degree(node) { reinsertion.levels.link(levels.outgoing.item(node, slot)) }
            for slot in 0..<levels.incoming.degree(node) { reinsertion.levels.link(levels.incoming.item(node, slot)) }
        }
        return gain >= max(least, 1) && now.count <= most && !isKept ? (gain, count) : nil
    }
}
