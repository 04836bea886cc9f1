import Geometry

// Layouts that are updated with the least change.

extension LayoutAlgorithm {
    /// The current drawing with new places for badly placed nodes; nil if it must be made from scratch, or was stopped.
    ///
    /// A node that represents a border of the group has no current place. It is put beside its neighbors.
    func stableDrawing(of graph: LayoutGraph, movable share: Double, _ watch: LayoutWatch) -> LayoutDrawing? {
        if case .place = kind { return nil }
        if case .removeOverlaps = kind { return nil }
        let part = LayoutPart(of: graph, (0..<graph.count).map { graph.border($0) == nil })
        guard let kept = keptDrawing(of: part.graph, movable: share, watch) else { return nil }
        var result = LayoutDrawing(
            places: graph.places.map { $0 ?? .zero }, bends: graph.edges.map { _ in [] }, isInPlace: true)
        for (index, node) in part.nodes.enumerated() { result.places[node] = kept.places[index] }
        for (index, edge) in part.edges.enumerated() { result.bends[edge] = kept.bends[index] }
        if !kept.sizes.isEmpty {
            result.sizes = graph.sizes
            for (index, node) in part.nodes.enumerated() { result.sizes[node] = kept.sizes[index] }
        }
        for edge in graph.edges {
            func middle(_ node: Int) -> Point { Rect(origin: result.places[node], size: graph.sizes[node]).center }
            if graph.border(edge.source) != nil { result.places[edge.source] = middle(edge.target) }
            if graph.border(edge.target) != nil { result.places[edge.target] = middle(edge.source) }
        }
        return result
    }

    /// The drawing, or one from scratch if that keeps more constraints; nil if it was stopped.
    ///
    /// Constraints are ignored if there are fixed nodes.
    func keepingConstraints(_ kept: LayoutDrawing, of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard case .layered(let layout) = kind, !graph.constraints.isEmpty, !graph.isFixed.contains(true) else {
            return kept
        }
        func broken(_ drawing: LayoutDrawing) -> Int {
            let sizes = drawing.sizes.isEmpty ? graph.sizes : drawing.sizes
            let frames = zip(drawing.places, sizes).map { Rect(origin: $0, size: $1) }
            // Edges to the border of a group do not affect the layers in it.
            let edges = graph.edges.map { edge in
                graph.border(edge.target) != nil
                    ? (edge.source, edge.source)
                    : graph.border(edge.source) != nil ? (edge.target, edge.target) : (edge.source, edge.target)
            }
            return ConstraintCheck(graph.constraints, frames: frames, edges: edges).broken(layout.direction).count
        }
        let lost = broken(kept)
        if lost == 0 { return kept }
        guard let fresh = plainDrawing(of: graph, watch) else { return nil }
        return broken(fresh) < lost ? fresh : kept
    }

    private func keptDrawing(of graph: LayoutGraph, movable share: Double, _ watch: LayoutWatch) -> LayoutDrawing? {
        if case .layered(let layout) = kind {
            let drawing = StableLayered(layout: layout, share: share).restingDrawing(of: graph, watch)
            return layout.isWrapped ? drawing.map { keepingWays($0, graph) } : drawing
        }
        var stability = stability
        stability.pushedShare = min(stability.pushedShare, share)
        let drawing = stability.drawing(of: graph, watch)
        return bendsEdges ? drawing.map { keepingWays($0, graph) } : drawing
    }

    /// The drawing with the current lines of edges between unmoved nodes: in a wrapped drawing these go around the
    /// cuts.
    private func keepingWays(_ drawing: LayoutDrawing, _ graph: LayoutGraph) -> LayoutDrawing {
        var drawing = drawing
        for (index, edge) in graph.edges.enumerated() where edge.isDrawn {
            let stays = [edge.source, edge.target].allSatisfy { drawing.places[$0] == graph.places[$0] }
            if stays, let way = edge.way { drawing.bends[index] = way }
        }
        return drawing
    }

    private var stability: Stability {
        switch kind {
        // With a single side, all edges point one way, and children share a level unless they are stacked.
        case .tree(let layout) where layout.sides == .one && !layout.mayStack: Stability(layout)
        case .layered(let layout): Stability(direction: layout.direction)
        default: Stability(spacing: nodeSpacing)
        }
    }
}

extension Stability {
    /// Makes the stability of a layout without a direction.
    fileprivate init(spacing: Double) {
        self.init()
        nodeSpacing = spacing
    }
}
