/// One command of a path as drawing programs know it.
public enum PathElement: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quadratic(control: Point, end: Point)
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
            for index in 1..<line.corners.count {
                if let bend = line.bend(index) {
                    body(.line(bend.start))
                    body(.quadratic(control: bend.control, end: bend.end))
                } else {
                    body(.line(line.corners[index].point))
                }
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

/// Writes a path as SVG path data with absolute commands: `M0 0C10 0 20 5 30 5`.
@inlinable public func svgPathData(_ path: Path, number: (Double) -> Void, byte: (UInt8) -> Void) {
    func pair(_ point: Point) {
        number(point.x)
        byte(UInt8(ascii: " "))
        number(point.y)
    }
    path.visitElements { element in
        switch element {
        case .move(let point):
            byte(UInt8(ascii: "M"))
            pair(point)
        case .line(let point):
            byte(UInt8(ascii: "L"))
            pair(point)
        case .quadratic(let control, let end):
            byte(UInt8(ascii: "Q"))
            pair(control)
            byte(UInt8(ascii: " "))
            pair(end)
        case .cubic(let control1, let control2, let end):
            byte(UInt8(ascii: "C"))
            pair(control1)
            byte(UInt8(ascii: " "))
            pair(control2)
            byte(UInt8(ascii: " "))
            pair(end)
        }
    }
}
