import Geometry

extension PlaceLayout {
    /// Places for all nodes: new ones for those that are given and for those that have none; fixed nodes stay. No edge
    /// has bends. Nil when stopped.
    ///
    /// Nodes come in the order of the document, those with neighbors that have places first.
    ///
    /// - Complexity: O((*N* + *m* + *n*) log *N*) for *n* new nodes among *N*. The search for the nearest place is bounded
    ///   in steps, 200 a node on the average; a node whose search is not done then lies below all.
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
