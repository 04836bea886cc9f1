/// A Bézier curve with two control points.
public struct CubicCurve: Hashable, Sendable {
    /// The point at t = 0.
    public var start: Point
    /// The control point next to the start: the curve leaves towards it.
    public var control1: Point
    /// The control point next to the end: the curve arrives from it.
    public var control2: Point
    /// The point at t = 1.
    public var end: Point

    /// A curve from its four control points, in canvas units.
    @inlinable public init(start: Point, control1: Point, control2: Point, end: Point) {
        self.start = start
        self.control1 = control1
        self.control2 = control2
        self.end = end
    }

    /// The point at a parameter, in Bernstein form; `t` may lie outside 0…1.
    @inlinable public func point(at t: Double) -> Point {
        let s = 1 - t
        let near = start * (s * s * s) + control1 * (3 * s * s * t)
        return near + control2 * (3 * s * t * t) + end * (t * t * t)
    }

    /// The derivative by the parameter; its length is speed, not 1.
    @inlinable public func derivative(at t: Double) -> Point {
        let s = 1 - t
        let ends = (control1 - start) * (s * s) + (end - control2) * (t * t)
        return (ends + (control2 - control1) * (2 * s * t)) * 3
    }

    /// The smallest rectangle that holds the control points, and with them the curve.
    @inlinable public var hull: Rect {
        Rect(
            minX: min(min(start.x, end.x), min(control1.x, control2.x)),
            minY: min(min(start.y, end.y), min(control1.y, control2.y)),
            maxX: max(max(start.x, end.x), max(control1.x, control2.x)),
            maxY: max(max(start.y, end.y), max(control1.y, control2.y)))
    }

    /// The smallest rectangle that holds the curve.
    @inlinable public var bounds: Rect {
        let x = CubicCurve.range(start.x, control1.x, control2.x, end.x)
        let y = CubicCurve.range(start.y, control1.y, control2.y, end.y)
        return Rect(minX: x.low, minY: y.low, maxX: x.high, maxY: y.high)
    }

    /// The range of one coordinate: its ends, and where its derivative vanishes between them.
    @inlinable static func range(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> (low: Double, high: Double) {
        var low = min(p, s)
        var high = max(p, s)
        if min(q, r) >= low && max(q, r) <= high { return (low, high) }
        let a = s - p + 3 * (q - r)
        let b = 2 * (p - 2 * q + r)
        let c = q - p
        let discriminant = b * b - 4 * a * c
        guard discriminant >= 0 else { return (low, high) }
        // The root of larger magnitude first, the other by Vieta: neither cancels.
        let root = discriminant.squareRoot()
        let sum = -0.5 * (b + (b < 0 ? -root : root))
        let first = sum / a
        let second = c / sum
        if first > 0 && first < 1 {
            let value = coordinate(p, q, r, s, first)
            low = min(low, value)
            high = max(high, value)
        }
        if second > 0 && second < 1 {
            let value = coordinate(p, q, r, s, second)
            low = min(low, value)
            high = max(high, value)
        }
        return (low, high)
    }

    @inlinable static func coordinate(_ p: Double, _ q: Double, _ r: Double, _ s: Double, _ t: Double) -> Double {
        let u = 1 - t
        return u * u * (u * p + 3 * t * q) + t * t * (3 * u * r + t * s)
    }

    /// The two parts before and after a parameter (de Casteljau).
    @inlinable public func split(at t: Double) -> (CubicCurve, CubicCurve) {
        let a = start.interpolated(to: control1, at: t)
        let b = control1.interpolated(to: control2, at: t)
        let c = control2.interpolated(to: end, at: t)
        let d = a.interpolated(to: b, at: t)
        let e = b.interpolated(to: c, at: t)
        let middle = d.interpolated(to: e, at: t)
        return (
            CubicCurve(start: start, control1: a, control2: d, end: middle),
            CubicCurve(start: middle, control1: e, control2: c, end: end)
        )
    }

    @inlinable func halved() -> (CubicCurve, CubicCurve) {
        let a = start.middle(to: control1)
        let b = control1.middle(to: control2)
        let c = control2.middle(to: end)
        let d = a.middle(to: b)
        let e = b.middle(to: c)
        let middle = d.middle(to: e)
        return (
            CubicCurve(start: start, control1: a, control2: d, end: middle),
            CubicCurve(start: middle, control1: e, control2: c, end: end)
        )
    }

    @inlinable func offset(by offset: Point) -> CubicCurve {
        CubicCurve(
            start: start + offset, control1: control1 + offset, control2: control2 + offset, end: end + offset)
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
    public var startDirection: Point {
        let reach = max(hull.width, hull.height) * 1e-12
        func leads(_ vector: Point) -> Bool { abs(vector.x) > reach || abs(vector.y) > reach }
        if leads(control1 - start) { return (control1 - start).unit }
        if leads(control2 - start) { return (control2 - start).unit }
        return (end - start).unit
    }

    /// The unit tangent at the end, pointing on past it.
    public var endDirection: Point { -reversed.startDirection }

    /// The same curve, run from its end.
    public var reversed: CubicCurve {
        CubicCurve(start: end, control1: control2, control2: control1, end: start)
    }

    /// The square of the larger second difference of the control points: four times the split curve's.
    ///
    /// A curve is nowhere farther from its chord than 3/4 of the root (Wang 1984).
    @inlinable var squaredBend: Double {
        let a = start - control1 * 2 + control2
        let b = control1 - control2 * 2 + end
        return max(a.squaredLength, b.squaredLength)
    }

    var hodograph: Hodograph {
        Hodograph(
            a: (end - start + (control1 - control2) * 3) * 3, b: (start - control1 * 2 + control2) * 6,
            c: (control1 - start) * 3)
    }
}
