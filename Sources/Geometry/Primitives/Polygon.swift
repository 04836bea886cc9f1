/// A closed outline, filled by the even-odd rule: a lasso.
///
/// Its sides are sorted into horizontal bands, so that a question about one point examines few of them.
public struct Polygon: Sendable {
    /// The corners; the last is joined to the first.
    public let points: [Point]
    /// The smallest rectangle around the corners.
    public let bounds: Rect
    private let bandStarts: [Int]
    private let bandSides: [Int32]
    private let bandsPerUnit: Double

    /// Fewer than three points enclose nothing but are still a line or a point that can be touched.
    ///
    /// - Complexity: O(*n*) for *n* points.
    public init(_ points: [Point]) {
        self.points = points
        let bounds = points.reduce(Rect.empty) { $0.union($1) }
        self.bounds = bounds
        // Long sides are in many bands; the bands must not need much more memory than the points.
        let climbed = points.indices.reduce(0) { $0 + Polygon.side($1, of: points).bounds.height }
        let afforded = climbed > 0 ? Double(points.count) * 7 * (bounds.height / climbed) : 1
        let bands = max(Int(min(Double(points.count / 4), afforded, 1024)), 1)
        let perUnit = bounds.height > 0 ? Double(bands) / bounds.height : 0
        let starts = Polygon.countSides(points, bounds: bounds, bands: bands, perUnit: perUnit)
        var sides = [Int32](repeating: 0, count: starts[bands])
        var free = starts
        for index in points.indices {
            let side = Polygon.side(index, of: points)
            for band in Polygon.bands(of: side.bounds, in: bounds, count: bands, perUnit: perUnit) {
                sides[free[band]] = Int32(clamping: index)
                free[band] += 1
            }
        }
        bandStarts = starts
        bandSides = sides
        bandsPerUnit = perUnit
    }

    /// Returns true if the point is inside by the even-odd rule; on the outline itself it may be either.
    public func contains(_ point: Point) -> Bool {
        guard bounds.touches(point) else { return false }
        var inside = false
        let band = bands(of: Rect(point, point)).lowerBound
        for place in bandStarts[band]..<bandStarts[band + 1] {
            let side = side(Int(bandSides[place]))
            guard (side.start.y > point.y) != (side.end.y > point.y) else { continue }
            let slope = (side.end.x - side.start.x) / (side.end.y - side.start.y)
            if point.x < side.start.x + (point.y - side.start.y) * slope { inside.toggle() }
        }
        return inside
    }

    /// Returns true if the rectangle and the filled polygon have a point in common; the borders count.
    public func touches(_ rect: Rect) -> Bool {
        guard bounds.touches(rect) else { return false }
        return anySide(near: rect) { rect.touches($0) } || contains(rect.origin)
    }

    /// Returns true if the rectangle is completely inside; the borders may touch.
    public func contains(_ rect: Rect) -> Bool {
        guard bounds.contains(rect) else { return false }
        guard rect.width > 0, rect.height > 0 else {
            let line = Segment(start: rect.origin, end: Point(x: rect.maxX, y: rect.maxY))
            return contains(line.start) && !anySide(near: rect) { $0.touches(line) }
        }
        return contains(rect.center) && !anySide(near: rect) { rect.isEntered(by: $0) }
    }

    /// Returns true if the segment and the filled polygon have a point in common; the borders count.
    public func touches(_ segment: Segment) -> Bool {
        guard bounds.touches(segment.bounds) else { return false }
        return anySide(near: segment.bounds) { $0.touches(segment) } || contains(segment.start)
    }

    /// Returns true if any side that may touch the rectangle fulfills the condition.
    @inlinable func anySide(near rect: Rect, where condition: (Segment) -> Bool) -> Bool {
        guard bounds.touches(rect) else { return false }
        for band in bands(of: rect) {
            for index in sides(inBand: band) {
                let side = side(Int(index))
                if side.bounds.touches(rect) && condition(side) { return true }
            }
        }
        return false
    }

    @usableFromInline func sides(inBand band: Int) -> ArraySlice<Int32> {
        bandSides[bandStarts[band]..<bandStarts[band + 1]]
    }

    @usableFromInline func side(_ index: Int) -> Segment { Polygon.side(index, of: points) }

    @usableFromInline func bands(of rect: Rect) -> ClosedRange<Int> {
        Polygon.bands(of: rect, in: bounds, count: bandStarts.count - 1, perUnit: bandsPerUnit)
    }

    private static func side(_ index: Int, of points: [Point]) -> Segment {
        Segment(start: points[index], end: points[index + 1 == points.count ? 0 : index + 1])
    }

    private static func bands(of rect: Rect, in bounds: Rect, count: Int, perUnit: Double) -> ClosedRange<Int> {
        func band(_ y: Double) -> Int {
            let place = (y - bounds.minY) * perUnit
            return place > 0 ? Int(min(place, Double(count - 1))) : 0
        }
        let first = band(rect.minY)
        return first...max(first, band(rect.maxY))
    }

    /// The index of the first side of each band, and at the end the number of sides.
    private static func countSides(_ points: [Point], bounds: Rect, bands: Int, perUnit: Double) -> [Int] {
        var counts = [Int](repeating: 0, count: bands + 1)
        for index in points.indices {
            let sideBounds = side(index, of: points).bounds
            for band in Polygon.bands(of: sideBounds, in: bounds, count: bands, perUnit: perUnit) {
                counts[band + 1] += 1
            }
        }
        for band in 0..<bands { counts[band + 1] += counts[band] }
        return counts
    }
}

extension Polygon: Equatable {
    /// Returns true if both have the same corners in the same order.
    public static func == (a: Polygon, b: Polygon) -> Bool { a.points == b.points }
}
