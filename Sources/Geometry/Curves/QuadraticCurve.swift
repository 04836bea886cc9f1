/// A Bézier curve with one control point.
public struct QuadraticCurve: Hashable, Sendable {
    /// The point at t = 0.
    public var start: Point
    /// The control point: the curve leaves towards it and arrives from it.
    public var control: Point
    /// The point at t = 1.
    public var end: Point

    /// A curve from its three control points, in canvas units.
    @inlinable public init(start: Point, control: Point, end: Point) {
        self.start = start
        self.control = control
        self.end = end
    }

    /// The point at a parameter, in Bernstein form; `t` may lie outside 0…1.
    @inlinable public func point(at t: Double) -> Point {
        let s = 1 - t
        return start * (s * s) + control * (2 * s * t) + end * (t * t)
    }

    /// The derivative by the parameter; its length is speed, not 1.
    @inlinable public func derivative(at t: Double) -> Point {
        ((control - start) * (1 - t) + (end - control) * t) * 2
    }

    /// The smallest rectangle that holds the control points, and with them the curve.
    @inlinable public var hull: Rect { Rect(start, end).union(control) }

    /// The smallest rectangle that holds the curve.
    @inlinable public var bounds: Rect {
        var bounds = Rect(start, end)
        if control.x < bounds.minX || control.x > bounds.maxX {
            let x = QuadraticCurve.extreme(start.x, control.x, end.x)
            bounds.minX = min(bounds.minX, x)
            bounds.maxX = max(bounds.maxX, x)
        }
        if control.y < bounds.minY || control.y > bounds.maxY {
            let y = QuadraticCurve.extreme(start.y, control.y, end.y)
            bounds.minY = min(bounds.minY, y)
            bounds.maxY = max(bounds.maxY, y)
        }
        return bounds
    }

    /// The value at which the derivative of one coordinate vanishes; its control value must lie outside the ends.
    @inlinable static func extreme(_ a: Double, _ b: Double, _ c: Double) -> Double {
        let t = (a - b) / (a - 2 * b + c)
        let s = 1 - t
        return s * s * a + 2 * s * t * b + t * t * c
    }

    /// The two parts before and after a parameter (de Casteljau).
    @inlinable public func split(at t: Double) -> (QuadraticCurve, QuadraticCurve) {
        let a = start.interpolated(to: control, at: t)
        let b = control.interpolated(to: end, at: t)
        let middle = a.interpolated(to: b, at: t)
        return (
            QuadraticCurve(start: start, control: a, end: middle), QuadraticCurve(start: middle, control: b, end: end)
        )
    }

    /// The same curve with two control points.
    @inlinable public var elevated: CubicCurve {
        CubicCurve(
            start: start, control1: start + (control - start) * (2 / 3), control2: end + (control - end) * (2 / 3),
            end: end)
    }

    /// The unit tangent; if the curve stops for an instant, the direction of the curve around.
    public func direction(at t: Double) -> Point {
        let velocity = derivative(at: t)
        let hull = hull
        if velocity.length > max(hull.width, hull.height) * 1e-9 { return velocity.unit }
        return (point(at: min(t + 1e-3, 1)) - point(at: max(t - 1e-3, 0))).unit
    }

    /// Arc length in canvas units, by adaptive quadrature of the hodograph.
    public var length: Double { ArcLength(hodograph).length() }

    /// The unit tangent at the start. It skips points that coincide with the start; zero if all do.
    public var startDirection: Point { elevated.startDirection }

    /// The unit vector of the curve's arrival; zero if all its points coincide.
    public var endDirection: Point { elevated.endDirection }

    var hodograph: Hodograph {
        Hodograph(a: .zero, b: (start - control * 2 + end) * 2, c: (control - start) * 2)
    }
}
