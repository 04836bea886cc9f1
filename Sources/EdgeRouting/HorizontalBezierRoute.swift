import Geometry

extension Route {
    /// A cubic that leaves and arrives level, regardless of the sides; it folds if the target lies left of the source.
    @inlinable static func horizontalBezier(_ source: Anchor, _ target: Anchor) -> CubicCurve {
        let start = source.point
        let end = target.point
        let x = start.x + 0.5 * (end.x - start.x)
        return CubicCurve(
            start: start, control1: Point(x: x, y: start.y), control2: Point(x: x, y: end.y), end: end)
    }
}
