import Geometry

extension Route {
    /// One line, regardless of the sides; both families put the label in its middle and turn it along the line.
    static func straight(_ source: Anchor, _ target: Anchor) -> Route {
        let segment = Segment(start: source.point, end: target.point)
        let label = target.point - segment.vector * 0.5
        return Route(path: .line(segment), label: label, labelAngle: segment.vector.angle)
    }
}
