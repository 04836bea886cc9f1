import Geometry

extension Path {
    /// The path of a parallel edge: the same start and end, but in the middle at a distance from this path.
    ///
    /// The control points of curves move. If all inner control points move by *d*, the middle of a quadratic moves by
    /// half of *d*, that of a cubic by three quarters (Bernstein form at ½), so *d* is twice or four thirds of the
    /// distance. Lines leave the first and last leg after a short distance and stay parallel in between.
    ///
    /// - Parameter distance: in canvas units, to the right, seen from start to end; to the left if negative.
    func aside(_ distance: Double) -> Path {
        if distance == 0 { return self }
        switch self {
        case .line(let line): return .polyline(Path.aside(line, distance))
        case .quadratic(var curve):
            curve.control = curve.control + middleNormal * (2 * distance)
            return .quadratic(curve)
        case .cubic(var curve):
            let offset = middleNormal * (distance * 4 / 3)
            curve.control1 = curve.control1 + offset
            curve.control2 = curve.control2 + offset
            return .cubic(curve)
        case .polyline(let line): return .polyline(line.aside(distance))
        case .spline: return self
        }
    }

    /// The place of a parallel edge's label beside a label of this path.
    func labelAside(_ label: Point, _ distance: Double) -> Point {
        switch self {
        case .line, .quadratic, .cubic: label + middleNormal * distance
        case .polyline, .spline: label + direction(nearestTo: label).quarterTurned * distance
        }
    }

    /// The unit vector to the right of the path in the middle of a line or a single curve.
    private var middleNormal: Point {
        let chord = end - start
        var way = chord
        if case .cubic(let curve) = self { way = chord + (curve.control2 - curve.control1) }
        if way == .zero { way = chord == .zero ? Point(x: 1, y: 0) : chord }
        return way.unit.quarterTurned
    }

    /// The greatest length of the connection between a straight line's end and the parallel line, in canvas units.
    private static let longestBevel = 20.0

    private static func aside(_ line: Segment, _ distance: Double) -> RoundedPolyline {
        let (way, length) = (line.vector.unit, line.vector.length)
        let normal = way == .zero ? Point(x: 0, y: 1) : way.quarterTurned
        let bevel = way * min(longestBevel, length / 3)
        return RoundedPolyline(
            [line.start, line.start + bevel + normal * distance, line.end - bevel + normal * distance, line.end],
            radius: 0)
    }
}

extension RoundedPolyline {
    /// The greatest length that parallel edges share at their ends, in canvas units.
    private static let longestStub = 10.0

    /// A parallel line at a distance; it shares the start of the first part and the end of the last part with this one.
    ///
    /// The corner between two legs lies on both of the moved legs (the miter of an offset polygon); if the line turns
    /// back, there are two corners.
    fileprivate func aside(_ distance: Double) -> RoundedPolyline {
        var points: [Point] = []
        for corner in corners where points.last != corner.point { points.append(corner.point) }
        if points.count < 2 { return self }
        let ways = zip(points, points.dropFirst()).map { ($1 - $0).unit }
        let offsets = ways.map { $0.quarterTurned * distance }
        let (first, last) = (points[0], points[points.count - 1])
        func stub(_ point: Point, _ other: Point, _ way: Point) -> Point {
            point + way * min(RoundedPolyline.longestStub, point.distance(to: other) / 3)
        }
        let leaving = stub(first, points[1], ways[0])
        let arriving = stub(last, points[points.count - 2], -ways[ways.count - 1])
        var moved = [first, leaving, leaving + offsets[0]]
        for index in 1..<(points.count - 1) {
            let share = 1 + ways[index - 1].dot(ways[index])
            if share > 0.1 {
                moved.append(points[index] + (offsets[index - 1] + offsets[index]) * (1 / share))
            } else {
                moved += [points[index] + offsets[index - 1], points[index] + offsets[index]]
            }
        }
        moved += [arriving + offsets[offsets.count - 1], arriving, last]
        let radius = corners.reduce(0) { max($0, $1.radius) }
        return RoundedPolyline(moved, radius: radius, rounding: .turnsOnly)
    }
}

extension Route {
    /// The route of a parallel edge at a distance, with its label beside this one's.
    func aside(_ distance: Double) -> Route {
        if distance == 0 { return self }
        return Route(
            path: path.aside(distance), label: path.labelAside(label, distance), labelAngle: labelAngle)
    }
}
