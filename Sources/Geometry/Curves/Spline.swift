/// A line of cubic curves, each of which begins where the one before ends.
public struct Spline: Hashable, Sendable {
    /// The curves, at least one.
    public let curves: [CubicCurve]

    /// A spline of at least one curve, each beginning where the one before ends.
    public init(_ curves: [CubicCurve]) {
        precondition(!curves.isEmpty, "a spline has two ends")
        self.curves = curves
    }

    /// A smooth curve through points, with the control points at both its ends given.
    ///
    /// At each inner point it has the tangent of the curve of Catmull and Rom (1974) with centripetal knots (Lee 1989): a
    /// leg counts by the root of its length, so that no curve between two points has a loop or a cusp (Yuksel, Schaefer
    /// and Keyser 2011).
    ///
    /// - Parameter points: at least two; consecutive ones must differ.
    public init(through points: [Point], leaving: Point, arriving: Point) {
        precondition(points.count >= 2, "a spline has two ends")
        var curves: [CubicCurve] = []
        curves.reserveCapacity(points.count - 1)
        var control = leaving
        var knot = points[0].distance(to: points[1]).squareRoot()
        for index in 1..<points.count {
            let (start, end) = (points[index - 1], points[index])
            guard index + 1 < points.count else {
                curves.append(CubicCurve(start: start, control1: control, control2: arriving, end: end))
                break
            }
            let after = points[index + 1]
            let nextKnot = end.distance(to: after).squareRoot()
            let velocity =
                (end - start) * (1 / knot) - (after - start) * (1 / (knot + nextKnot)) + (after - end) * (1 / nextKnot)
            curves.append(
                CubicCurve(start: start, control1: control, control2: end - velocity * (knot / 3), end: end))
            control = end + velocity * (nextKnot / 3)
            knot = nextKnot
        }
        self.curves = curves
    }

    /// The start of the first curve.
    @inlinable public var start: Point { curves[0].start }
    /// The end of the last curve.
    @inlinable public var end: Point { curves[curves.count - 1].end }

    /// The smallest rectangle that holds the line.
    public var bounds: Rect { curves.reduce(.empty) { $0.union($1.bounds) } }

    /// The smallest rectangle around the control points, and so around the line.
    public var hull: Rect { curves.reduce(.empty) { $0.union($1.hull) } }
}
