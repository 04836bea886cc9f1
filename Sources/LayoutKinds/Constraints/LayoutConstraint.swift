import Geometry

/// A constraint that layouts keep; nodes and edges are numbers in the graph.
///
/// Layers and orders refer to the direction of the drawing; sides and axes refer to the canvas.
public enum LayoutConstraint: Sendable, Equatable {
    /// A choice of layers.
    public enum Layer: Sendable, Equatable {
        /// Any layer that all nodes share.
        case same
        /// The first layer, or the last one.
        case first, last
        /// The layer with this number, from 0 on; empty layers take no space.
        case number(Int)
    }

    /// An axis of the canvas.
    public enum Axis: String, Sendable, CaseIterable { case x, y }

    /// The nodes lie in this layer.
    case layer([Int], Layer)
    /// The nodes of a shared layer lie in this order.
    case order([Int])
    /// The nodes of each list lie in a band along the flow; the bands lie side by side in this order.
    case lanes([[Int]])
    /// The borders or middles of the nodes have the same coordinate on an axis.
    case align([Int], Axis, LayoutAlignment)
    /// The second node lies on this side of the first, with at least this gap; nil is the usual distance between nodes.
    case beside(Int, Int, Side, gap: Double?)
    /// The edges point in the direction of the drawing.
    case forward([Int])

    /// The nodes of the constraint.
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
    /// The constraint with each node once, at its first place.
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

    /// The constraint with other numbers, without nodes and edges that have none; nil if it becomes meaningless.
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

/// A side of a node, relative to the flow.
enum FlowSide: Sendable {
    /// The sides before and after the node along the flow.
    case before, after
    /// The sides with lesser or greater coordinates across the flow.
    case less, greater
}

extension Direction {
    /// Returns the flow side for a side of the canvas; nil for the middle.
    func flowSide(_ side: Side) -> FlowSide? {
        switch (self, side) {
        case (_, .center): nil
        case (.down, .top), (.up, .bottom), (.right, .left), (.left, .right): .before
        case (.down, .bottom), (.up, .top), (.right, .right), (.left, .left): .after
        case (.down, .left), (.up, .left), (.right, .top), (.left, .top): .less
        case (.down, .right), (.up, .right), (.right, .bottom), (.left, .bottom): .greater
        }
    }

    /// Returns true if an axis runs along the flow.
    func isAlong(_ axis: LayoutConstraint.Axis) -> Bool { (axis == .x) == isHorizontal }

    /// Returns the alignment in flow coordinates for one on the canvas.
    func flowAlignment(_ alignment: LayoutAlignment) -> LayoutAlignment {
        if self == .down || self == .right { return alignment }
        return alignment == .start ? .end : alignment == .end ? .start : .center
    }

    /// Returns the range of a rectangle along the flow, in increasing coordinates.
    func along(_ rect: Rect) -> (low: Double, high: Double) {
        let (a, b) = (along(rect.origin), along(Point(x: rect.maxX, y: rect.maxY)))
        return (min(a, b), max(a, b))
    }

    /// Returns the range of a rectangle across the flow.
    func across(_ rect: Rect) -> (low: Double, high: Double) {
        isHorizontal ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
    }
}
