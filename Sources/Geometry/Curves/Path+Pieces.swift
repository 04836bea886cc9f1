/// One line or curve of a path.
enum Piece {
    case line(Segment)
    case quadratic(QuadraticCurve)
    case cubic(CubicCurve)

    var length: Double {
        switch self {
        case .line(let segment): segment.length
        case .quadratic(let curve): curve.length
        case .cubic(let curve): curve.length
        }
    }

    /// The length of the piece before the parameter, and its whole length.
    func lengths(to t: Double) -> (before: Double, whole: Double) {
        switch self {
        case .line(let segment): (segment.length * t, segment.length)
        case .quadratic(let curve): ArcLength(curve.hodograph).lengths(to: t)
        case .cubic(let curve): ArcLength(curve.hodograph).lengths(to: t)
        }
    }

    func parameter(atLength length: Double, of total: Double) -> Double {
        switch self {
        case .line: total > 0 ? length / total : 0
        case .quadratic(let curve): ArcLength(curve.hodograph).parameter(atLength: length, of: total)
        case .cubic(let curve): ArcLength(curve.hodograph).parameter(atLength: length, of: total)
        }
    }

    func point(at t: Double) -> Point {
        switch self {
        case .line(let segment): segment.point(at: t)
        case .quadratic(let curve): curve.point(at: t)
        case .cubic(let curve): curve.point(at: t)
        }
    }

    var startDirection: Point {
        switch self {
        case .line(let segment): segment.direction
        case .quadratic(let curve): curve.startDirection
        case .cubic(let curve): curve.startDirection
        }
    }

    var endDirection: Point {
        switch self {
        case .line(let segment): segment.direction
        case .quadratic(let curve): curve.endDirection
        case .cubic(let curve): curve.endDirection
        }
    }

    func direction(at t: Double) -> Point {
        switch self {
        case .line(let segment): segment.direction
        case .quadratic(let curve): curve.direction(at: t)
        case .cubic(let curve): curve.direction(at: t)
        }
    }

    func nearest(to point: Point, squaredReach: Double) -> (squaredDistance: Double, t: Double)? {
        switch self {
        case .line(let segment):
            let t = segment.nearestParameter(to: point)
            let square = (segment.point(at: t) - point).squaredLength
            return square < squaredReach ? (square, t) : nil
        case .quadratic(let curve):
            guard curve.hull.squaredDistance(to: point) < squaredReach else { return nil }
            return curve.elevated.searchNearest(to: point, squaredReach: squaredReach)
        case .cubic(let curve): return curve.nearest(to: point, squaredReach: squaredReach)
        }
    }

    func touches(_ rect: Rect) -> Bool {
        switch self {
        case .line(let segment): rect.touches(segment)
        case .quadratic(let curve): curve.hull.touches(rect) && curve.elevated.touches(rect)
        case .cubic(let curve): curve.touches(rect)
        }
    }

    func touches(_ segment: Segment) -> Bool {
        switch self {
        case .line(let line): line.touches(segment)
        case .quadratic(let curve): curve.elevated.touches(segment)
        case .cubic(let curve): curve.touches(segment)
        }
    }

    var hull: Rect {
        switch self {
        case .line(let segment): segment.bounds
        case .quadratic(let curve): curve.hull
        case .cubic(let curve): curve.hull
        }
    }
}

extension Path {
    /// Visits the lines and curves from start to end, until the body returns false; lines without length are left out.
    @inline(__always) func visitPieces(_ body: (Piece) -> Bool) {
        switch self {
        case .line(let segment): _ = body(.line(segment))
        case .quadratic(let curve): _ = body(.quadratic(curve))
        case .cubic(let curve): _ = body(.cubic(curve))
        case .polyline(let line):
            for index in 0..<(line.corners.count - 1) {
                if let bend = line.bend(index), !body(.quadratic(bend)) { return }
                let leg = line.leg(index)
                if leg.start != leg.end, !body(.line(leg)) { return }
            }
        case .spline(let line):
            for curve in line.curves where !body(.cubic(curve)) { return }
        }
    }
}
