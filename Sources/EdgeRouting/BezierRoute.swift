import Geometry
import Graph

extension Route {
    /// A cubic that leaves each end in the direction of its side; with a corner radius, a rounded line with the same
    /// directions.
    @inlinable static func bezier(
        _ geometry: EdgeGeometry, _ source: Anchor, _ target: Anchor, _ options: PathOptions
    ) -> Path {
        let (from, to) =
            geometry == .reactFlow ? (source.facing(target), target.facing(source)) : (source, target)
        if let radius = options.borderRadius { return rounded(from, to, radius) }
        if let reach = options.reach(along: target.point.x - source.point.x) {
            return .cubic(
                CubicCurve(
                    start: from.point, control1: from.point + from.side.outward * reach,
                    control2: to.point + to.side.outward * reach, end: to.point))
        }
        switch geometry {
        case .swiftFlow: return .cubic(swiftFlowBezier(source, target))
        case .reactFlow:
            let curvature = Anchor.limited(options.curvature ?? 0.25)
            return .cubic(
                CubicCurve(
                    start: from.point, control1: control(of: from, toward: to.point, curvature),
                    control2: control(of: to, toward: from.point, curvature), end: to.point))
        }
    }

    /// Both control points are 0.4 of the distance between the ends away from their ends, but at least 50; at a center
    /// the distance is 0.
    @inlinable static func swiftFlowBezier(_ source: Anchor, _ target: Anchor) -> CubicCurve {
        let reach = max(50, 0.4 * source.point.distance(to: target.point))
        return CubicCurve(
            start: source.point, control1: source.point + source.side.outward * reach,
            control2: target.point + target.side.outward * reach, end: target.point)
    }

    /// The control point of an end: half of the distance to the other end ahead; if that lies behind, a multiple of the
    /// square root of the distance.
    @inlinable static func control(of anchor: Anchor, toward other: Point, _ curvature: Double) -> Point {
        let outward = anchor.side.outward
        let ahead = (other - anchor.point).dot(outward)
        let reach = ahead >= 0 ? 0.5 * ahead : curvature * 25 * (-ahead).squareRoot()
        return anchor.point + outward * reach
    }
}

extension PathOptions {
    /// The distance of a bezier's control points from its ends, if the edge states `control` or `least`; else nil.
    ///
    /// - Parameter way: the distance along x to the other end or to the next stop.
    @inlinable func reach(along way: Double) -> Double? {
        if control == nil && least == nil { return nil }
        return Anchor.limited(Anchor.limited(control ?? 0.75) * Anchor.limited(max(abs(way), least ?? 40)))
    }
}
