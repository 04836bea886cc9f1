import Geometry

/// A rectangle with slightly enlarged bounds: a line whose own bounds lie beside them does not enter it.
struct Reach: Sendable {
    fileprivate let low: SIMD4<Double>
    fileprivate let box: Rect

    init(_ box: Rect) {
        self.box = box
        low = SIMD4(box.minX, box.minY, -box.maxX, -box.maxY) - 1.0 / 64
    }
}

/// A line that is tested against many rectangles, of which it enters few.
struct LineSides {
    private let line: Segment
    /// The sides of its bounds: the far ones first, then the near ones negated.
    private let bounds: SIMD4<Double>
    private let way: Point
    private let width: Double
    private let height: Double

    @inline(__always) init(_ line: Segment) {
        self.line = line
        let (left, right) = line.start.x < line.end.x ? (line.start.x, line.end.x) : (line.end.x, line.start.x)
        let (top, bottom) = line.start.y < line.end.y ? (line.start.y, line.end.y) : (line.end.y, line.start.y)
        bounds = SIMD4(right, bottom, -left, -top)
        way = line.end - line.start
        (width, height) = (right - left, bottom - top)
    }

    /// Returns true if the line enters a rectangle by more than a small tolerance.
    @inline(__always) func enter(_ reach: Reach) -> Bool {
        all(reach.low .< bounds) && !isBeside(reach.box) && reach.box.isEntered(by: line)
    }

    @inline(__always) func enter(_ box: Rect) -> Bool { enter(Reach(box)) }

    /// Returns true if a rectangle lies on one side of the infinite line.
    @inline(__always) private func isBeside(_ box: Rect) -> Bool {
        let (left, top, right, bottom) = (box.minX, box.minY, box.maxX, box.maxY)
        let twice = way.x * (top + bottom - 2 * line.start.y) - way.y * (left + right - 2 * line.start.x)
        return abs(twice) > (right - left) * height + (bottom - top) * width
    }
}
