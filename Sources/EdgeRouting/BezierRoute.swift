import Geometry
import Graph

extension Route {
    /// A cubic that leaves each end in the direction of its side, or where the radius of corners is stated a line so.
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

extension PathOptions {
    /// The distance of a bezier's controls from its ends, where the edge states it by `control` or `least`; else nil.
    ///
    /// - Parameter way: along x, from one end to the other or to the next stop.
    @inlinable func reach(along way: Double) -> Double? {
        if control == nil && least == nil { return nil }
        return Anchor.limited(Anchor.limited(control ?? 0.75) * Anchor.limited(max(abs(way), least ?? 40)))
    }
}
