import Geometry
import Graph

/// An edge as it is drawn: its path and the place of its label.
public struct Route: Hashable, Sendable {
    /// The path from the source to the target, in canvas units.
    public let path: Path
    /// The middle of the label, on the canvas.
    public let label: Point
    /// In radians, the direction of the path at the label; zero if swiftFlow's formulas do not turn labels.
    public let labelAngle: Double

    init(path: Path, label: Point, labelAngle: Double) {
        self.path = path
        self.label = label
        self.labelAngle = labelAngle
    }

    /// Makes the route of an edge of a type from one anchor to another.
    public static func make(
        _ type: EdgeType, _ geometry: EdgeGeometry, source: Anchor, target: Anchor,
        options: PathOptions = PathOptions()
    ) -> Route {
        switch type {
        case .straight: straight(source, target)
        case .bezier: labelled(bezier(geometry, source, target, options), geometry)
        case .simpleBezier: labelled(simpleBezier(geometry, source, target), geometry)
        case .horizontalBezier: labelled(.cubic(horizontalBezier(source, target)), geometry)
        case .step, .smoothStep, .orthogonal: stepped(type, geometry, source, target, options)
        }
    }

    /// The path only, for bounds and hit tests.
    @inlinable public static func path(
        _ type: EdgeType, _ geometry: EdgeGeometry, source: Anchor, target: Anchor,
        options: PathOptions = PathOptions()
    ) -> Path {
        switch type {
        case .straight: .line(Segment(start: source.point, end: target.point))
        case .bezier: bezier(geometry, source, target, options)
        case .simpleBezier: simpleBezier(geometry, source, target)
        case .horizontalBezier: .cubic(horizontalBezier(source, target))
        case .step, .smoothStep, .orthogonal: steppedPath(type, geometry, source, target, options)
        }
    }

    /// The greatest width and height of labels that the reach of a route includes, in canvas units.
    @inlinable static var widestLabel: Double { 200 }

    /// A rectangle that contains every route without options, with its label, between handles of two nodes within a
    /// frame.
    ///
    /// No formula leaves the handles by more than 50 or the longer distance between them, and no label is wider than
    /// 200.
    @inlinable public static func reach(within frame: Rect) -> Rect {
        frame.grown(by: max(frame.width, frame.height) + 160)
    }

    /// The label of a curve lies at the parameter one half, which is not half of the length; on a line it lies in the
    /// middle.
    private static func labelled(_ path: Path, _ geometry: EdgeGeometry) -> Route {
        let isTurned = geometry != .swiftFlow
        switch path {
        case .cubic(let curve):
            let angle = isTurned ? curve.direction(at: 0.5).angle : 0
            return Route(path: path, label: middle(of: curve), labelAngle: angle)
        case .quadratic(let curve):
            let angle = isTurned ? curve.direction(at: 0.5).angle : 0
            return Route(path: path, label: curve.point(at: 0.5), labelAngle: angle)
        case .line, .polyline, .spline: return Route(path, form: EdgeForm(), isTurned: isTurned)
        }
    }

    private static func middle(of curve: CubicCurve) -> Point {
        func middle(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            a * 0.125 + b * 0.375 + c * 0.375 + d * 0.125
        }
        return Point(
            x: middle(curve.start.x, curve.control1.x, curve.control2.x, curve.end.x),
            y: middle(curve.start.y, curve.control1.y, curve.control2.y, curve.end.y))
    }
}
