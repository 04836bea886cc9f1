import Geometry

// Layouts that know nothing of nodes that stay are made as if none did, laid over those that do, and pushed off them.

extension LayoutAlgorithm {
    /// Moves a drawing over the nodes that stay, puts these where they are, and what they would cover beside them.
    ///
    /// Edges whose ends then lie elsewhere than they were drawn lose their corners.
    func settled(_ drawing: LayoutDrawing, around graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard graph.isFixed.contains(true) else { return drawing }
        let offset = commonOffset(of: drawing, graph)
        var result = LayoutDrawing(
            places: drawing.places.map { $0 + offset }, bends: drawing.bends.map { $0.map { $0 + offset } })
        let drawn = result.places
        for (node, place) in graph.places.enumerated() where graph.isFixed[node] {
            if let place { result.places[node] = place }
        }
        var removal = OverlapRemoval()
        removal.movesClearNodes = false
        guard
            let places = removal.places(
                from: result.places, sizes: graph.sizes, isFixed: graph.isFixed, watch: watch)
        else { return nil }
        result.places = places
        for (index, edge) in graph.edges.enumerated()
        where places[edge.source] != drawn[edge.source] || places[edge.target] != drawn[edge.target] {
            result.bends[index] = []
        }
        return result
    }

    /// By how much most of the nodes that stay lie elsewhere than they were drawn: the middle of each coordinate.
    private func commonOffset(of drawing: LayoutDrawing, _ graph: LayoutGraph) -> Point {
        var (x, y) = ([Double](), [Double]())
        for (node, place) in graph.places.enumerated() where graph.isFixed[node] {
            guard let place else { continue }
            x.append(place.x - drawing.places[node].x)
            y.append(place.y - drawing.places[node].y)
        }
        if x.isEmpty { return .zero }
        return Point(x: x.sorted()[x.count / 2], y: y.sorted()[y.count / 2])
    }
}
