import Geometry
import Graph

extension Route {
    /// A cubic that leaves each end in the direction of its side.
    @inlinable static func bezier(
        _ geometry: EdgeGeometry, _ source: Anchor, _ target: Anchor, _ options: PathOptions
    ) -> Path {
        switch geometry {
        case .swiftFlow: return .cubic(swiftFlowBezier(source, target))
        case .reactFlow:
            let curvature = Anchor.limited(options.curvature ?? 0.25)
            let from = source.facing(target)
            let to = target.facing(source)
            return .cubic(
                CubicCurve(
                    start: from.point, control1: control(of: from, toward: to.point, curvature),
                    control2: control(of: to, toward: from.point, curvature), end: to.point))
        }
    }

    /// Both control points lie out by 0.4 of the distance between the ends, at least by 50; a center's lies in it.
    @inlinable static func swiftFlowBezier(_ source: Anchor, _ target: Anchor) -> CubicCurve {
        let reach = max(50, 0.4 * source.point.distance(to: target.point))
        return CubicCurve(
            start: source.point, control1: source.point + source.side.outward * reach,
            control2: target.point + target.side.outward * reach, end: target.point)
    }

    /// Out by half the way to the other end; if that lies behind, by a multiple of the root of the way.
    @inlinable static func control(of anchor: Anchor, toward other: Point, _ curvature: Double) -> Point {
        let outward = anchor.side.outward
        let ahead = (other - anchor.point).dot(outward)
        let reach = ahead >= 0 ? 0.5 * ahead : curvature * 25 * (-ahead).squareRoot()
        return anchor.point + outward * reach
    }
}
