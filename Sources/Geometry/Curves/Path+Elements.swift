/// One command of a path as drawing programs know it.
public enum PathElement: Hashable, Sendable {
    /// Begins the path here.
    case move(Point)
    /// A straight line to here.
    case line(Point)
    /// A quadratic Bézier curve to `end`.
    case quadratic(control: Point, end: Point)
    /// A cubic Bézier curve to `end`.
    case cubic(control1: Point, control2: Point, end: Point)
}

extension Path {
    /// The path as commands; the first is the only move.
    public var elements: [PathElement] {
        var elements: [PathElement] = []
        visitElements { elements.append($0) }
        return elements
    }

    /// Visits the commands in order; without allocation.
    @inlinable public func visitElements(_ body: (PathElement) -> Void) {
        body(.move(start))
        switch self {
        case .line(let segment): body(.line(segment.end))
        case .quadratic(let curve): body(.quadratic(control: curve.control, end: curve.end))
        case .cubic(let curve):
            body(.cubic(control1: curve.control1, control2: curve.control2, end: curve.end))
        case .polyline(let line):
            var last = line.start
            for index in 1..<line.corners.count {
                let bend = line.bend(index)
                let next = bend?.start ?? line.corners[index].point
                if !line.isTight || next != last { body(.line(next)) }
                if let bend { body(.quadratic(control: bend.control, end: bend.end)) }
                last = bend?.end ?? next
            }
        case .spline(let line):
            for curve in line.curves {
                body(.cubic(control1: curve.control1, control2: curve.control2, end: curve.end))
            }
        }
    }

    /// Points along the path, start and end among them, between which straight lines leave it by at most `tolerance`.
    ///
    /// The number of steps follows from the second differences of the control points (Wang 1984), at most 1,024 a curve.
    public func flattened(tolerance: Double) -> [Point] {
        var points = [start]
        visitPieces { piece in
            let deviation: Double
            switch piece {
            case .line: deviation = 0
            case .quadratic(let curve):
                deviation = (curve.start - curve.control * 2 + curve.end).length * 0.25
            case .cubic(let curve): deviation = curve.squaredBend.squareRoot() * 0.75
            }
            let wanted = (deviation / max(tolerance, .leastNormalMagnitude)).squareRoot()
            let steps = wanted > 1 ? Int(min(wanted.rounded(.up), 1024)) : 1
            for step in 1...steps {
                let point = piece.point(at: Double(step) / Double(steps))
                if point != points[points.count - 1] { points.append(point) }
            }
            return true
        }
        return points
    }
}
