/// The edges that must point along the direction in every layout.
///
/// In a tree, these are the edges of its forest. Else they are the edges before all cycles or behind all of them: the
/// others may be reversed by the layout.
struct StableFlow {
    /// The edges in document order or, in a tree, parent after parent.
    private(set) var edges: [LayoutEdge]
    /// The sources of each node's edges.
    let parents: Neighbors
    /// The targets of each node's edges.
    let children: Neighbors
    /// The trees, if the graph is drawn as trees.
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

    /// Returns the flow with some of the edges.
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

    /// The nodes that no path from a cycle reaches: nodes without incoming edges are removed repeatedly (Kahn 1962).
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
