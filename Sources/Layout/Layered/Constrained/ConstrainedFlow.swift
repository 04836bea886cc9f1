import Geometry

/// The layers and the directions of the edges of a part of a graph with constraints.
///
/// Edges are added as distances one after another, after the constraints. An edge that cannot be kept points up. An
/// edge that cannot be reversed either joins nodes of one layer.
struct ConstrainedFlow {
    /// The constraints of the part, with its nodes by their numbers in it.
    private(set) var constraints: FlowConstraints
    /// The layer of each node.
    private(set) var layers: [Int] = []
    /// A flag for each edge of the document: true if it points up in the drawing.
    private(set) var turned: [Bool]
    /// The edges of the document between different layers, and those between nodes of one layer.
    private(set) var kept: [Int] = []
    private(set) var flat: [(edge: Int, source: Int, target: Int)] = []

    /// The weights of the distances that come from edges, by their numbers in the system.
    private var edgeWeights: [Int: Int] = [:]

    /// - Parameters:
    ///   - local: the number of each node of the document in the part.
    ///   - isWanted: asks whether to go on.
    /// - Returns: nil when it was stopped.
    init?(
        _ graph: LayoutGraph, nodes: [Int], edges: ArraySlice<Int>, local: [Int], _ layout: LayeredLayout,
        _ isWanted: () -> Bool
    ) {
        var isHere = Array(repeating: false, count: graph.count)
        for node in nodes { isHere[node] = true }
        let own = graph.constraints.compactMap { $0.mapped({ isHere[$0] ? local[$0] : nil }, edge: { $0 }) }
        constraints = FlowConstraints(
            own, sizes: nodes.map { graph.sizes[$0].clean },
            edges: graph.edges.map { isHere[$0.source] ? (local[$0.source], local[$0.target]) : (0, 0) },
            direction: layout.direction)
        turned = Array(repeating: false, count: graph.edges.count)
        let (plain, none) = (constraints, turned)
        direct(graph, edges, local)
        if !constraints.spreadColumns() {
            // The edges leave no space for columns: the plain constraints are used.
            (constraints, turned, edgeWeights) = (plain, none, [:])
            _ = constraints.spreadColumns()
            direct(graph, edges, local)
        }
        guard findLayers(layout, nodes.count, isWanted) else { return nil }
        moveBorders(nodes.map { graph.border($0) })
        for edge in edges {
            let ends = graph.edges[edge]
            let (source, target) = (local[ends.source], local[ends.target])
            if source != target && layers[source] == layers[target] {
                flat.append((edge, source, target))
            } else {
                kept.append(edge)
            }
        }
    }

    /// Adds a distance for each edge: first those that a depth-first search from the sources keeps, then those that it
    /// reverses.
    private mutating func direct(_ graph: LayoutGraph, _ edges: ArraySlice<Int>, _ local: [Int]) {
        let list = edges.filter {
            let ends = graph.edges[$0]
            return ends.source != ends.target && graph.border(ends.source) == nil && graph.border(ends.target) == nil
        }
        let hard = constraints.layers.distances.filter { $0.length > 0 }
        let count = constraints.layers.values.count
        let sources = list.map { local[graph.edges[$0].source] }
        let targets = list.map { local[graph.edges[$0].target] }
        let isTurned = CycleBreaking.turned(
            count: count, sources: hard.map(\.from) + sources, targets: hard.map(\.to) + targets)
        let isUp = Array(isTurned[hard.count...])
        let order = Self.topologicalRanks(
            count: count, uppers: list.indices.map { isUp[$0] ? targets[$0] : sources[$0] },
            lowers: list.indices.map { isUp[$0] ? sources[$0] : targets[$0] })
        let turn = list.indices.sorted {
            (order[isUp[$0] ? targets[$0] : sources[$0]], isUp[$0] ? 1 : 0, $0)
                < (order[isUp[$1] ? targets[$1] : sources[$1]], isUp[$1] ? 1 : 0, $1)
        }
        for at in turn {
            let way = (isUp[at] ? targets[at] : sources[at], isUp[at] ? sources[at] : targets[at])
            if add(way.0, way.1) {
                turned[list[at]] = isUp[at]
            } else if add(way.1, way.0) {
                turned[list[at]] = !isUp[at]
            }
        }
    }

    private mutating func add(_ upper: Int, _ lower: Int) -> Bool {
        let number = constraints.layers.distances.count
        guard constraints.addLayers([.init(from: upper, to: lower, length: 1)]) else { return false }
        edgeWeights[number] = 1
        return true
    }

    /// The rank of each node in a topological order of the edges; nodes on cycles have the greatest rank.
    private static func topologicalRanks(count: Int, uppers: [Int], lowers: [Int]) -> [Int] {
        let outgoing = Adjacency(count: count, ends: uppers)
        var waiting = Array(repeating: 0, count: count)
        for lower in lowers { waiting[lower] += 1 }
        var order = (0..<count).filter { waiting[$0] == 0 }
        var ranks = Array(repeating: count, count: count)
        var at = 0
        while at < order.count {
            let node = order[at]
            ranks[node] = at
            at += 1
            for edge in outgoing[node] {
                waiting[lowers[edge]] -= 1
                if waiting[lowers[edge]] == 0 { order.append(lowers[edge]) }
            }
        }
        return ranks
    }

    /// Finds the layers with the least total span of edges, or else the first layers that fit.
    private mutating func findLayers(_ layout: LayeredLayout, _ count: Int, _ isWanted: () -> Bool) -> Bool {
        let system = constraints.layers
        var ranks = system.values
        if layout.layering == .networkSimplex {
            let root = ranks.count
            var simplex = NetworkSimplex(
                tails: system.distances.map(\.from) + ranks.indices.map { _ in root },
                heads: system.distances.map(\.to) + ranks.indices,
                lengths: system.distances.map(\.length) + ranks.indices.map { _ in 1 },
                weights: system.distances.indices.map { edgeWeights[$0] ?? 0 } + ranks.indices.map { _ in 0 },
                ranks: ranks.map { $0 + 1 } + [0])
            let size = ranks.count + system.distances.count
            let work = min(80_000_000, 100_000 + 1_000 * size)
            guard simplex.solve(work: work, { _ in isWanted() }) else { return false }
            ranks = simplex.ranks
        }
        layers = Array(ranks.prefix(count))
        _ = Layering.compact(&layers)
        return true
    }

    private mutating func moveBorders(_ borders: [LayoutBorder?]) {
        var flow = FlowGraph()
        flow.borders = borders
        Layering.moveBorders(&layers, flow)
        _ = Layering.compact(&layers)
    }
}
