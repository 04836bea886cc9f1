import Geometry

/// A wish for a drawing that layouts keep: nodes and edges by their numbers in the graph.
///
/// Layers and orders count in the direction of the drawing; sides and axes are those of the
/// canvas.
public enum LayoutConstraint: Sendable, Equatable {
    /// A choice of layers.
    public enum Layer: Sendable, Equatable {
        /// One for all of the nodes, whichever.
        case same
        /// The one before which there is none, or after which there is none.
        case first, last
        /// The one with this number, from 0 on; those without a node take no space.
        case number(Int)
    }

    /// An axis of the canvas.
    public enum Axis: String, Sendable, CaseIterable { case x, y }

    /// The nodes lie in this layer.
    case layer([Int], Layer)
    /// The nodes lie in this order where they share a layer.
    case order([Int])
    /// The nodes of each list lie in a band along the flow, and the bands side by side in this order.
    case lanes([[Int]])
    /// The nodes have these edges, or their middles, at one coordinate of an axis.
    case align([Int], Axis, LayoutAlignment)
    /// The second node lies on this side of the first, at least so far away; nil is the distance that nodes have.
    case beside(Int, Int, Side, gap: Double?)
    /// The edges lead in the direction of the drawing.
    case forward([Int])

    /// The nodes it names.
    public var nodes: [Int] {
        switch self {
        case .layer(let nodes, _), .order(let nodes), .align(let nodes, _, _): nodes
        case .lanes(let lanes): lanes.flatMap { $0 }
        case .beside(let first, let second, _, _): [first, second]
        case .forward: []
        }
    }
}

extension LayoutConstraint {
    /// The same with each node named once, the first time.
    var distinct: LayoutConstraint {
        var seen: Set<Int> = []
        switch self {
        case .layer(let nodes, let layer): return .layer(nodes.filter { seen.insert($0).inserted }, layer)
        case .order(let nodes): return .order(nodes.filter { seen.insert($0).inserted })
        case .lanes(let lanes): return .lanes(lanes.map { $0.filter { seen.insert($0).inserted } })
        case .align(let nodes, let axis, let edge):
            return .align(nodes.filter { seen.insert($0).inserted }, axis, edge)
        case .beside, .forward: return self
        }
    }

    /// The same with other numbers, without nodes and edges that have none; nil if nothing is left that it could say.
    public func mapped(_ node: (Int) -> Int?, edge: (Int) -> Int?) -> LayoutConstraint? {
        switch self {
        case .layer(let nodes, let layer):
            let nodes = nodes.compactMap(node)
            return nodes.isEmpty || nodes.count == 1 && layer == .same ? nil : .layer(nodes, layer)
        case .order(let nodes):
            let nodes = nodes.compactMap(node)
            return nodes.count < 2 ? nil : .order(nodes)
        case .lanes(let lanes):
            let lanes = lanes.map { $0.compactMap(node) }
            return lanes.allSatisfy { $0.isEmpty } ? nil : .lanes(lanes)
        case .align(let nodes, let axis, let edge):
            let nodes = nodes.compactMap(node)
            return nodes.count < 2 ? nil : .align(nodes, axis, edge)
        case .beside(let first, let second, let side, let gap):
            guard let first = node(first), let second = node(second), first != second else { return nil }
            return .beside(first, second, side, gap: gap)
        case .forward(let edges):
            let edges = edges.compactMap(edge)
            return edges.isEmpty ? nil : .forward(edges)
        }
    }
}

/// A side of a node as the flow sees it.
enum FlowSide: Sendable {
    /// Before and after it along the flow.
    case before, after
    /// Beside it, where coordinates across the flow are less or greater.
    case less, greater
}

extension Direction {
    /// Returns a side of the canvas as the flow sees it; the middle is none.
    func flowSide(_ side: Side) -> FlowSide? {
        switch (self, side) {
        case (_, .center): nil
        case (.down, .top), (.up, .bottom), (.right, .left), (.left, .right): .before
        case (.down, .bottom), (.up, .top), (.right, .right), (.left, .left): .after
        case (.down, .left), (.up, .left), (.right, .top), (.left, .top): .less
        case (.down, .right), (.up, .right), (.right, .bottom), (.left, .bottom): .greater
        }
    }

    /// Returns true if coordinates of an axis count along the flow.
    func isAlong(_ axis: LayoutConstraint.Axis) -> Bool { (axis == .x) == isHorizontal }

    /// Returns the edges of nodes that an alignment along the flow means there.
    func flowAlignment(_ alignment: LayoutAlignment) -> LayoutAlignment {
        if self == .down || self == .right { return alignment }
        return alignment == .start ? .end : alignment == .end ? .start : .center
    }

    /// Returns the extent of a rectangle along the flow, as it grows.
    func along(_ rect: Rect) -> (low: Double, high: Double) {
        let (a, b) = (along(rect.origin), along(Point(x: rect.maxX, y: rect.maxY)))
        return (min(a, b), max(a, b))
    }

    /// Returns the extent of a rectangle across the flow.
    func across(_ rect: Rect) -> (low: Double, high: Double) {
        isHorizontal ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
    }
}
