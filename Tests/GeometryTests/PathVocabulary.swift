import Geometry
import Seeding

func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

func cubic(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> CubicCurve {
    CubicCurve(start: a, control1: b, control2: c, end: d)
}

func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
}

func isClose(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }

func isClose(_ a: Point, _ b: Point, _ tolerance: Double = 1e-9) -> Bool {
    isClose(a.x, b.x, tolerance) && isClose(a.y, b.y, tolerance)
}

func isClose(_ a: Rect, _ b: Rect, _ tolerance: Double = 1e-9) -> Bool {
    isClose(a.minX, b.minX, tolerance) && isClose(a.minY, b.minY, tolerance) && isClose(a.maxX, b.maxX, tolerance)
        && isClose(a.maxY, b.maxY, tolerance)
}

extension Path {
    func nearest(to point: Point, within reach: Double) -> (distance: Double, fraction: Double)? {
        place(nearestTo: point, within: reach).map { ($0.distance, fraction(at: $0)) }
    }
}

extension Seeded {
    mutating func point(in extent: Double) -> Point {
        Point(x: .random(in: -extent...extent, using: &self), y: .random(in: -extent...extent, using: &self))
    }

    /// Curves of all kinds: also with coincident control points, with whole coordinates, on one line.
    mutating func cubic(in extent: Double) -> CubicCurve {
        var points = (0..<4).map { _ in point(in: extent) }
        switch Int.random(in: 0..<8, using: &self) {
        case 0: points[1] = points[0]
        case 1: points[2] = points[3]
        case 2: points[3] = points[0]
        case 3: points = points.map { Point(x: $0.x.rounded(), y: $0.y.rounded()) }
        case 4: points = points.map { Point(x: $0.x, y: $0.x * 0.5) }
        case 5: (points[1], points[2]) = (points[0], points[3])
        default: break
        }
        return CubicCurve(start: points[0], control1: points[1], control2: points[2], end: points[3])
    }

    mutating func path(in extent: Double) -> Path {
        switch Int.random(in: 0..<5, using: &self) {
        case 0: .line(Segment(start: point(in: extent), end: point(in: extent)))
        case 1:
            .quadratic(
                QuadraticCurve(start: point(in: extent), control: point(in: extent), end: point(in: extent)))
        case 2: .cubic(cubic(in: extent))
        case 3: .spline(spline(in: extent))
        default:
            .polyline(
                RoundedPolyline(
                    (0..<Int.random(in: 2...6, using: &self)).map { _ in point(in: extent) },
                    radius: .random(in: 0...(extent / 2), using: &self)))
        }
    }

    mutating func spline(in extent: Double) -> Spline {
        let points = (0..<Int.random(in: 2...5, using: &self)).map { _ in point(in: extent) }
        return Spline(through: points, leaving: point(in: extent), arriving: point(in: extent))
    }

    mutating func polygon(in extent: Double, corners: Int) -> Polygon {
        let center = point(in: extent)
        return Polygon((0..<corners).map { _ in center + point(in: extent) })
    }
}
