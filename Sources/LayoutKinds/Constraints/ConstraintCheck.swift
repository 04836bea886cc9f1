import Geometry

/// Finds the constraints that a drawing violates.
///
/// A drawing does not state its direction: the check uses the one in which it keeps the most constraints.
public struct ConstraintCheck {
    private let constraints: [LayoutConstraint]
    private let frames: [Rect]
    private let edges: [(source: Int, target: Int)]
    /// The tolerance of coordinates.
    private static let tolerance = 0.01

    /// - Parameters:
    ///   - frames: the frames of the nodes, by number.
    ///   - edges: the ends of edges, by number; they connect nodes with those of the first or the last layer.
    public init(_ constraints: [LayoutConstraint], frames: [Rect], edges: [(source: Int, target: Int)]) {
        (self.constraints, self.frames, self.edges) = (constraints.map(\.distinct), frames, edges)
    }

    /// Returns the direction in which the drawing keeps the most constraints, the first of equal ones, and the indices
    /// of the violated constraints.
    public func findings() -> (direction: Direction, broken: [Int]) {
        var best: (direction: Direction, broken: [Int])?
        for direction in Direction.allCases {
            let broken = broken(direction)
            if best.map({ broken.count < $0.broken.count }) ?? true { best = (direction, broken) }
        }
        return best ?? (.down, [])
    }

    /// Returns the indices of the constraints that a drawing violates in a direction.
    public func broken(_ direction: Direction) -> [Int] {
        constraints.indices.filter { !isKept($0, direction) }
    }

    private func isKept(_ index: Int, _ direction: Direction) -> Bool {
        func along(_ node: Int) -> (low: Double, high: Double) { direction.along(frames[node]) }
        func across(_ node: Int) -> (low: Double, high: Double) { direction.across(frames[node]) }
        let tolerance = ConstraintCheck.tolerance
        func shareLayer(_ nodes: [Int]) -> Bool {
            let low = nodes.map { along($0).low }.max() ?? 0
            return low <= (nodes.map { along($0).high }.min() ?? 0) + tolerance
        }
        switch constraints[index] {
        case .layer(let nodes, let layer):
            return shareLayer(nodes) && isInPlace(nodes, layer, index, direction)
        case .order(let nodes):
            return zip(nodes, nodes.dropFirst()).allSatisfy {
                !shareLayer([$0, $1]) || across($0).high <= across($1).low + tolerance
            }
        case .lanes(let lanes):
            var reach = -Double.infinity
            for lane in lanes {
                if lane.contains(where: { across($0).low < reach - tolerance }) { return false }
                reach = lane.reduce(reach) { max($0, across($1).high) }
            }
            return true
        case .align(let nodes, let axis, let edge):
            let places = nodes.map { node in
                let frame = frames[node]
                let (low, high) = axis == .x ? (frame.minX, frame.maxX) : (frame.minY, frame.maxY)
                return low + (high - low) * edge.share
            }
            return (places.max() ?? 0) - (places.min() ?? 0) <= tolerance
        case .beside(let first, let second, let side, let gap):
            let distance = ConstraintCheck.distance(from: frames[first], to: frames[second], on: side)
            return distance >= (gap ?? 0) - tolerance
        case .forward(let list):
            return list.allSatisfy { edge in
                let (source, target) = (along(edges[edge].source), along(edges[edge].target))
                return source.low + source.high <= target.low + target.high + tolerance
            }
        }
    }

    /// Returns the free space between a rectangle and another one on its side; negative if they overlap.
    public static func distance(from first: Rect, to second: Rect, on side: Side) -> Double {
        switch side {
        case .left: first.minX - second.maxX
        case .right: second.minX - first.maxX
        case .top: first.minY - second.maxY
        case .bottom: second.minY - first.maxY
        case .center: 0
        }
    }

    /// Returns true if no node lies before the first layer or after the last one, and numbered layers are in order.
    private func isInPlace(
        _ nodes: [Int], _ layer: LayoutConstraint.Layer, _ index: Int, _ direction: Direction
    ) -> Bool {
        let own = nodes.map { direction.along(frames[$0]) }
        let (low, high) = (own.map(\.low).max() ?? 0, own.map(\.high).min() ?? 0)
        let tolerance = ConstraintCheck.tolerance
        switch layer {
        case .same: return true
        case .first:
            let start = own.map(\.low).min() ?? 0
            return others(than: nodes).allSatisfy { direction.along(frames[$0]).high >= start - tolerance }
        case .last:
            let end = own.map(\.high).max() ?? 0
            return others(than: nodes).allSatisfy { direction.along(frames[$0]).low <= end + tolerance }
        case .number(let number):
            for case .layer(let others, .number(let other)) in constraints[..<index] {
                for node in others {
                    let place = direction.along(frames[node])
                    if other < number && place.high > low + tolerance { return false }
                    if other > number && place.low < high - tolerance { return false }
                    let isApart = place.high < low - tolerance || place.low > high + tolerance
                    if other == number && isApart { return false }
                }
            }
            return true
        }
    }

    /// Returns the nodes that edges connect to some nodes, and the nodes with a layer constraint.
    private func others(than nodes: [Int]) -> Set<Int> {
        let own = Set(nodes)
        var others: Set<Int> = []
        for edge in edges where own.contains(edge.source) || own.contains(edge.target) {
            others.formUnion([edge.source, edge.target])
        }
        for case .layer(let nodes, let layer) in constraints where layer != .same { others.formUnion(nodes) }
        return others.subtracting(own)
    }
}
