/// The edges that must lead along the direction, whatever else changes.
///
/// In a tree, the edges of its forest. Else those before all cycles or behind all of them: of the others it depends on the
/// layout which are turned round.
struct StableFlow {
    /// The edges in the order of the document or, in a tree, parent after parent.
    private(set) var edges: [LayoutEdge]
    /// The sources of each node's edges.
    let parents: Neighbors
    /// The targets of each node's edges.
    let children: Neighbors
    /// The trees, where the graph is drawn as such.
    let forest: TreeForest?

    init(of graph: LayoutGraph, _ stability: Stability) {
        if stability.direction == nil {
            forest = nil
            edges = []
        } else if stability.treeOrder != nil {
            let forest = TreeForest(of: graph)
            self.forest = forest
            edges = (0..<forest.count).filter { forest.parent(of: $0) >= 0 }.map {
                LayoutEdge(source: forest.node(at: forest.parent(of: $0)), target: forest.node(at: $0))
            }
        } else {
            forest = nil
            edges = Self.edgesOutsideCycles(graph)
        }
        parents = Neighbors(nodeCount: graph.count, edges, .backward)
        children = Neighbors(nodeCount: graph.count, edges, .forward)
    }

    /// Only some of the edges.
    func only(_ isTaken: (LayoutEdge) -> Bool) -> StableFlow {
        var flow = self
        flow.edges = edges.filter(isTaken)
        return flow
    }

    private static func edgesOutsideCycles(_ graph: LayoutGraph) -> [LayoutEdge] {
        let forward = Neighbors(nodeCount: graph.count, graph.edges, .forward)
        let backward = Neighbors(nodeCount: graph.count, graph.edges, .backward)
        let isBefore = isPeeled(backward, forward, graph.count)
        let isBehind = isPeeled(forward, backward, graph.count)
        return graph.edges.filter { $0.source != $0.target && (isBefore[$0.source] || isBehind[$0.target]) }
    }

    /// The nodes that no path from a cycle leads to, by taking away those without edges that arrive (Kahn 1962).
    private static func isPeeled(_ arriving: Neighbors, _ leaving: Neighbors, _ count: Int) -> [Bool] {
        var rest = (0..<count).map { arriving.degree(of: $0) }
        var queue = rest.indices.filter { rest[$0] == 0 }
        var isPeeled = Array(repeating: false, count: count)
        var done = 0
        while done < queue.count {
            isPeeled[queue[done]] = true
            for node in leaving[queue[done]] {
                rest[node] -= 1
                if rest[node] == 0 { queue.append(node) }
            }
            done += 1
        }
        return isPeeled
    }
}
