import Geometry

extension Route {
    /// One line, whatever the sides; both families label its middle and turn the label along it.
    static func straight(_ source: Anchor, _ target: Anchor) -> Route {
        let segment = Segment(start: source.point, end: target.point)
        let label = target.point - segment.vector * 0.5
        return Route(path: .line(segment), label: label, labelAngle: segment.vector.angle)
    }
}
