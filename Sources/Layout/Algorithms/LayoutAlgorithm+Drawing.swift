import Geometry

extension LayoutAlgorithm {
    /// Places for all nodes of a graph; nil when stopped.
    ///
    /// Fixed nodes stay, and no other node covers them.
    ///
    ///     let size = Size(width: 120, height: 40)
    ///     let graph = LayoutGraph(sizes: [size, size], edges: [LayoutEdge(source: 0, target: 1)])
    ///     let drawing = LayoutAlgorithm(.layered(LayeredLayout())).drawing(of: graph) { _ in true }
    ///     assert(drawing?.places.count == 2)
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        if let movableShare, let kept = stableDrawing(of: graph, movable: movableShare, watch) {
            return keepingConstraints(kept, of: graph, watch)
        }
        if graph.isFixed.contains(true), let drawing = drawingAsItWas(of: graph, watch) { return drawing }
        if knowsFixed || !graph.isFixed.contains(true) { return plainDrawing(of: graph, watch) }
        return drawing(around: graph, watch)
    }

    /// Is true if the layout itself keeps fixed nodes in place.
    private var knowsFixed: Bool {
        switch kind {
        case .layered, .tree, .radial, .grid, .pack, .circle, .stack, .timeline: false
        case .force, .place, .removeOverlaps: true
        }
    }

    func plainDrawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        switch kind {
        case .layered(let layout): return layout.drawing(of: graph, watch)
        case .tree(let layout): return layout.drawing(of: graph, watch)
        case .radial(let layout): return layout.drawing(of: graph, watch)
        case .force(let layout):
            var drawing = layout.drawing(of: graph, watch)
            drawing?.isInPlace = graph.isFixed.contains(true)
            return drawing
        case .grid(let layout): return layout.drawing(of: graph, watch)
        case .pack(let layout): return layout.drawing(of: graph, watch)
        case .circle(let layout): return layout.drawing(of: graph, watch)
        case .stack(let layout): return layout.drawing(of: graph, watch)
        case .timeline(let layout): return layout.drawing(of: graph, watch)
        case .place(let layout):
            let free = graph.isFixed.indices.filter { !graph.isFixed[$0] }
            var drawing = layout.drawing(of: graph, placing: free, watch)
            drawing?.isInPlace = free.count < graph.count
            return drawing
        case .removeOverlaps(let layout):
            var drawing = layout.orderedDrawing(of: graph, watch)
            drawing?.isInPlace = graph.isFixed.contains(true)
            return drawing
        }
    }

    /// Returns true if the groups of a graph do not span too many layers, which would take too much time.
    public func takesGroups(of graph: LayoutGraph) -> Bool {
        guard case .layered(let layout) = kind else { return true }
        return layout.takesGroups(of: graph)
    }

    /// The side of a group with a border.
    public func side(of border: LayoutBorder) -> Side {
        guard case .layered(let layout) = kind else { return .center }
        let entry: Side =
            switch layout.direction {
            case .down: .top
            case .right: .left
            case .up: .bottom
            case .left: .right
            }
        return border == .entry ? entry : entry.opposite
    }
}
