import Geometry

extension PlaceLayout {
    /// Places for all nodes: new places for the given nodes and for nodes without a place; fixed nodes stay. No edge
    /// has bends. Nil when stopped.
    ///
    /// Nodes are placed in the order of the document, but first those with placed neighbors.
    ///
    /// - Complexity: O((*N* + *m* + *n*) log *N*) for *n* new nodes among *N*. The search for the nearest place is
    ///   bounded to 200 steps a node on average; after that, nodes are placed below all others.
    public func drawing(of graph: LayoutGraph, placing nodes: [Int], _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        var isNew = graph.places.map { $0?.isFinite != true }
        for node in nodes where graph.places.indices.contains(node) && !graph.isFixed[node] { isNew[node] = true }
        let gap = nodeSpacing > 0 ? min(nodeSpacing, 1e300) : 0
        var work = PlaceWork(graph, isNew, gap: Size(width: gap, height: gap))
        guard work.placeNearNeighbors(watch), work.placeRestBelow({ watch(0) }) else { return nil }
        return LayoutDrawing(places: work.places, bends: Array(repeating: [], count: graph.edges.count))
    }
}
