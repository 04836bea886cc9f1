/// A line without gaps that an edge is drawn along, in one of the forms that edges have.
///
///     let path = Path.line(Segment(start: Point(x: 0, y: 0), end: Point(x: 100, y: 0)))
///     assert(path.closest(to: Point(x: 25, y: 3)).distance == 3)
///     assert(path.point(atFraction: 0.25) == Point(x: 25, y: 0))
public enum Path: Hashable, Sendable {
    /// A line of one segment.
    case line(Segment)
    /// A quadratic Bézier curve.
    case quadratic(QuadraticCurve)
    /// A cubic Bézier curve.
    case cubic(CubicCurve)
    /// Straight legs with rounded corners.
    case polyline(RoundedPolyline)
    /// Several cubic curves, each beginning where the one before ends.
    case spline(Spline)

    /// The start of the path.
    @inlinable public var start: Point {
        switch self {
        case .line(let segment): segment.start
        case .quadratic(let curve): curve.start
        case .cubic(let curve): curve.start
        case .polyline(let line): line.start
        case .spline(let line): line.start
        }
    }

    /// The end of the path.
    @inlinable public var end: Point {
        switch self {
        case .line(let segment): segment.end
        case .quadratic(let curve): curve.end
        case .cubic(let curve): curve.end
        case .polyline(let line): line.end
        case .spline(let line): line.end
        }
    }

    /// The smallest rectangle that holds the path.
    @inlinable public var bounds: Rect {
        switch self {
        case .line(let segment): segment.bounds
        case .quadratic(let curve): curve.bounds
        case .cubic(let curve): curve.bounds
        case .polyline(let line): line.bounds
        case .spline(let line): line.bounds
        }
    }

    /// A rectangle that holds the path and is cheaper to find than its bounds.
    @inlinable public var hull: Rect {
        switch self {
        case .line(let segment): segment.bounds
        case .quadratic(let curve): curve.hull
        case .cubic(let curve): curve.hull
        case .polyline(let line): line.hull
        case .spline(let line): line.hull
        }
    }

    /// The length, to about eight digits.
    public var length: Double {
        var length = 0.0
        visitPieces { piece in
            length += piece.length
            return true
        }
        return length
    }

    /// The point at a fraction, 0…1, of the length.
    public func point(atFraction fraction: Double) -> Point {
        if fraction <= 0 { return start }
        if fraction >= 1 { return end }
        guard let place = place(atFraction: fraction) else { return start }
        return place.piece.point(at: place.t)
    }

    /// The unit tangent at a fraction, 0…1, of the length; zero if the path is a point.
    ///
    /// If a curve stops for an instant, its direction there is that of the curve around.
    public func direction(atFraction fraction: Double) -> Point {
        if fraction <= 0 { return startDirection }
        if fraction >= 1 { return endDirection }
        guard let place = place(atFraction: fraction) else { return .zero }
        return place.piece.direction(at: place.t)
    }

    /// The unit tangent at the start of the path; zero if the path is a point.
    public var startDirection: Point {
        var direction = Point.zero
        visitPieces { piece in
            direction = piece.startDirection
            return direction == .zero
        }
        return direction
    }

    /// The unit tangent at the end of the path, pointing past it; zero if the path is a point.
    public var endDirection: Point {
        var direction = Point.zero
        visitPieces { piece in
            let end = piece.endDirection
            if end != .zero { direction = end }
            return true
        }
        return direction
    }

    /// The piece that holds a fraction of the length, and the parameter on it; nil if the path is a point.
    private func place(atFraction fraction: Double) -> (piece: Piece, t: Double)? {
        var rest = length * fraction
        guard rest > 0 else { return nil }
        var found: (piece: Piece, t: Double)?
        visitPieces { piece in
            let length = piece.length
            found = (piece, piece.parameter(atLength: min(rest, length), of: length))
            rest -= length
            return rest > 0
        }
        return found
    }
}
