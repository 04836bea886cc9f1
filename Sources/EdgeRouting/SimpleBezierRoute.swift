import Geometry
import Graph

extension Route {
    /// A quadratic that bulges to the source's side (swiftFlow), or a cubic with its control points halfway
    /// (reactFlow).
    @inlinable static func simpleBezier(_ geometry: EdgeGeometry, _ source: Anchor, _ target: Anchor) -> Path {
        let start = source.point
        let end = target.point
        switch geometry {
        case .swiftFlow:
            let reach = max(30, 0.25 * start.distance(to: end))
            let control = start.middle(to: end) + source.side.outward * reach
            return .quadratic(QuadraticCurve(start: start, control: control, end: end))
        case .reactFlow:
            return .cubic(
                CubicCurve(
                    start: start, control1: halfWay(source.facing(target), toward: end),
                    control2: halfWay(target.facing(source), toward: start), end: end))
        }
    }

    /// The point halfway to the other end on the axis of the anchor's side.
    @inlinable static func halfWay(_ anchor: Anchor, toward other: Point) -> Point {
        let middle = anchor.point.middle(to: other)
        return anchor.side.isHorizontal
            ? Point(x: middle.x, y: anchor.point.y) : Point(x: anchor.point.x, y: middle.y)
    }
}
