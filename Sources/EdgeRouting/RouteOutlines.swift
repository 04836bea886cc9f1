import Geometry
import Graph
import Routing

/// The outlines at which an edge ends without a handle: its route ends on the frame, and continues straight inwards.
struct RouteOutlines: Sendable {
    private struct Outline: Sendable {
        let shape: NodeShape
        let frame: Rect

        init?(_ flags: NodeFlags?, _ end: RouteEnd) {
            guard let flags, flags.isShaped, end.side == nil else { return nil }
            (shape, frame) = (flags.shape, end.frame)
        }
    }

    private let source: Outline?
    private let target: Outline?

    /// Returns nil if there are none.
    ///
    /// - Parameter source: the flags of the node at this end.
    init?(source: NodeFlags?, target: NodeFlags?, _ edge: RoutedEdge) {
        self.source = Outline(source, edge.source)
        self.target = Outline(target, edge.target)
        if self.source == nil && self.target == nil { return nil }
    }

    /// Returns a route of at least two points with its ends on the outlines.
    func fit(_ points: [Point]) -> [Point] {
        var points = points
        let (first, last) = RouteOutlines.sides(of: points)
        if let source { points[0] = source.shape.inward(from: points[0], on: first, of: source.frame) }
        let end = points.count - 1
        if let target { points[end] = target.shape.inward(from: points[end], on: last, of: target.frame) }
        return points
    }

    /// The sides by which a route of at least two points leaves and arrives; the center if all points are equal.
    static func sides(of points: [Point]) -> (source: Side, target: Side) {
        let first = points.first { $0 != points[0] } ?? points[0]
        let end = points[points.count - 1]
        let last = points.last { $0 != end } ?? end
        return (side(from: points[0], to: first), side(from: end, to: last))
    }

    private static func side(from point: Point, to other: Point) -> Side {
        point == other ? .center : .facing(other, from: point)
    }
}
