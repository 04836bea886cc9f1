/// The connected components of a graph, the one with the first node first, each with its nodes and edges in order.
struct ConnectedParts {
    private var nodeStarts = [0]
    private var nodeList: [Int] = []
    private var edgeStarts: [Int]
    private var edgeList: [Int]
    /// The number of each node in its component.
    private(set) var local: [Int]

    var count: Int { nodeStarts.count - 1 }

    init(_ graph: LayoutGraph) {
        var leader = Array(0..<graph.count)
        func find(_ node: Int, _ leader: inout [Int]) -> Int {
            var node = node
            while leader[node] != node {
                leader[node] = leader[leader[node]]
                node = leader[node]
            }
            return node
        }
        for edge in graph.edges {
            let a = find(edge.source, &leader)
            let b = find(edge.target, &leader)
            // The first node leads.
            leader[max(a, b)] = min(a, b)
        }
        // What lies beside an edge to the border would lie in its way.
        if graph.borders.contains(where: { $0 != nil }) { leader = Array(repeating: 0, count: graph.count) }
        var number = Array(repeating: -1, count: graph.count)
        local = Array(repeating: 0, count: graph.count)
        var sizes: [Int] = []
        for node in 0..<graph.count {
            let first = find(node, &leader)
            if first == node {
                number[node] = sizes.count
                sizes.append(0)
            }
            number[node] = number[first]
            local[node] = sizes[number[node]]
            sizes[number[node]] += 1
        }
        for size in sizes { nodeStarts.append(nodeStarts[nodeStarts.count - 1] + size) }
        nodeList = Array(repeating: 0, count: graph.count)
        for node in 0..<graph.count { nodeList[nodeStarts[number[node]] + local[node]] = node }
        edgeStarts = Array(repeating: 0, count: sizes.count + 1)
        for edge in graph.edges { edgeStarts[number[edge.source] + 1] += 1 }
        for part in sizes.indices { edgeStarts[part + 1] += edgeStarts[part] }
        var free = edgeStarts
        edgeList = Array(repeating: 0, count: graph.edges.count)
        for (index, edge) in graph.edges.enumerated() {
            let part = number[edge.source]
            edgeList[free[part]] = index
            free[part] += 1
        }
    }

    func nodes(of part: Int) -> [Int] { Array(nodeList[nodeStarts[part]..<nodeStarts[part + 1]]) }
    func edges(of part: Int) -> [Int] { Array(edgeList[edgeStarts[part]..<edgeStarts[part + 1]]) }
}
