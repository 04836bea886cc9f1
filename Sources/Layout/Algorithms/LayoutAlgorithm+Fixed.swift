import Geometry

// Layouts without support for fixed nodes: the drawing is made without them, moved over them, and pushed off them.

extension LayoutAlgorithm {
    /// The layered drawing without fixed nodes, if all fixed nodes have their current places in it; nil if not, or if
    /// it was stopped.
    public func drawingAsItWas(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard case .layered(let layout) = kind, let first = graph.isFixed.firstIndex(of: true),
            let place = graph.places[first], var drawing = layout.drawing(of: graph, { watch($0 / 2) })
        else { return nil }
        let offset = place - drawing.places[first]
        for node in 0..<graph.count {
            let new = drawing.places[node] + offset
            let old = graph.places[node]
            let isThere = old.map { abs($0.x - new.x) < 1e-6 && abs($0.y - new.y) < 1e-6 } ?? false
            if graph.isFixed[node], !isThere { return nil }
            drawing.places[node] = isThere ? old ?? new : new
        }
        drawing.bends = drawing.bends.map { $0.map { $0 + offset } }
        drawing.labels = drawing.labels.map { $0.map { $0 + offset } }
        drawing.isInPlace = true
        return drawing
    }

    /// Lays out the free nodes together with fixed nodes that share edges with them. Then moves the drawing over the
    /// fixed nodes, restores these, and pushes covering nodes aside.
    ///
    /// Edges lose their corners if their ends are no longer where they were drawn.
    func drawing(around graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        let part = LayoutPart(of: graph, joinedToFree(graph))
        guard let drawn = plainDrawing(of: part.graph, watch) else { return nil }
        let offset = commonOffset(of: drawn, part.graph)
        var places = graph.places.map { $0 ?? .zero }
        for (index, node) in part.nodes.enumerated() where !graph.isFixed[node] {
            places[node] = drawn.places[index] + offset
        }
        var removal = OverlapRemoval()
        removal.movesClearNodes = false
        guard
            let settled = removal.places(from: places, sizes: graph.sizes, isFixed: graph.isFixed, watch: watch)
        else { return nil }
        var result = LayoutDrawing(places: settled, bends: graph.edges.map { _ in [] }, isInPlace: true)
        if !drawn.labels.isEmpty { result.labels = graph.edges.map { _ in nil } }
        for (index, edge) in part.edges.enumerated() {
            let ends = part.graph.edges[index]
            func isAsDrawn(_ node: Int) -> Bool { settled[part.nodes[node]] == drawn.places[node] + offset }
            if isAsDrawn(ends.source) && isAsDrawn(ends.target) {
                result.bends[edge] = drawn.bends[index].map { $0 + offset }
                if !drawn.labels.isEmpty { result.labels[edge] = drawn.labels[index].map { $0 + offset } }
            }
        }
        return result
    }

    /// Returns a flag for each node: true if it is free or shares an edge with a free one.
    private func joinedToFree(_ graph: LayoutGraph) -> [Bool] {
        var isJoined = graph.isFixed.map { !$0 }
        for edge in graph.edges where graph.isFixed[edge.source] != graph.isFixed[edge.target] {
            isJoined[edge.source] = true
            isJoined[edge.target] = true
        }
        return isJoined
    }

    /// Returns the distance by which a drawing is moved: the median distance of the fixed nodes from their places, for
    /// each coordinate.
    /// If there are none, the top-left corner of the bounds stays.
    private func commonOffset(of drawing: LayoutDrawing, _ graph: LayoutGraph) -> Point {
        var (x, y) = ([Double](), [Double]())
        var (before, after) = (Rect.empty, Rect.empty)
        for (node, place) in graph.places.enumerated() {
            after = after.union(Rect(origin: drawing.places[node], size: graph.sizes[node]))
            guard let place else { continue }
            before = before.union(Rect(origin: place, size: graph.sizes[node]))
            guard graph.isFixed[node] else { continue }
            x.append(place.x - drawing.places[node].x)
            y.append(place.y - drawing.places[node].y)
        }
        if x.isEmpty { return (before.isEmpty ? .zero : before.origin) - (after.isEmpty ? .zero : after.origin) }
        return Point(x: x.sorted()[x.count / 2], y: y.sorted()[y.count / 2])
    }
}
