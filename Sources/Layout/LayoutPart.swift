/// Some nodes of a graph with the edges among them.
struct LayoutPart {
    private(set) var graph: LayoutGraph
    /// The number in the whole graph, by node and by edge.
    private(set) var nodes: [Int] = []
    private(set) var edges: [Int] = []

    init(of whole: LayoutGraph, _ isTaken: [Bool]) {
        var number = Array(repeating: 0, count: whole.count)
        graph = LayoutGraph(sizes: [], edges: [])
        for node in 0..<whole.count where isTaken[node] {
            number[node] = nodes.count
            nodes.append(node)
            graph.sizes.append(whole.sizes[node])
            graph.places.append(whole.places[node])
            graph.isFixed.append(whole.isFixed[node])
            if !whole.parents.isEmpty { graph.parents.append(whole.parents[node]) }
            if !whole.borders.isEmpty { graph.borders.append(whole.border(node)) }
            if !whole.values.isEmpty { graph.values.append(whole.value(node)) }
            if !whole.borderRanks.isEmpty { graph.borderRanks.append(whole.borderRanks[node]) }
        }
        graph.padding = whole.padding
        graph.parents = graph.parents.map { $0 >= 0 && isTaken[$0] ? number[$0] : -1 }
        for (index, edge) in whole.edges.enumerated() where isTaken[edge.source] && isTaken[edge.target] {
            var edge = edge
            edge.source = number[edge.source]
            edge.target = number[edge.target]
            edges.append(index)
            graph.edges.append(edge)
        }
        if whole.constraints.isEmpty { return }
        let edgeNumbers = Dictionary(uniqueKeysWithValues: edges.enumerated().map { ($0.element, $0.offset) })
        graph.constraints = whole.constraints.compactMap {
            $0.mapped({ isTaken[$0] ? number[$0] : nil }, edge: { edgeNumbers[$0] })
        }
    }
}
