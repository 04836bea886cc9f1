/// A straight line between two points.
public struct Segment: Hashable, Sendable {
    /// The start of the segment.
    public var start: Point
    /// The end of the segment.
    public var end: Point

    /// A segment between two points.
    @inlinable public init(start: Point, end: Point) {
        self.start = start
        self.end = end
    }

    /// The vector from the start to the end.
    @inlinable public var vector: Point { end - start }
    /// Its length in canvas units.
    @inlinable public var length: Double { vector.length }
    /// The smallest rectangle around it.
    @inlinable public var bounds: Rect { Rect(start, end) }
    /// The unit vector from start to end; zero if they coincide.
    @inlinable public var direction: Point { vector.unit }

    /// The point at `t`: 0 is the start, 1 the end.
    @inlinable public func point(at t: Double) -> Point { start.interpolated(to: end, at: t) }

    /// The parameter, 0…1, of the nearest point; 0 if the segment has no length.
    @inlinable public func nearestParameter(to point: Point) -> Double {
        let vector = vector
        let square = vector.squaredLength
        guard square > 0 else { return 0 }
        return min(max((point - start).dot(vector) / square, 0), 1)
    }

    /// Returns true if the closed segments have a point in common.
    @inlinable public func touches(_ other: Segment) -> Bool {
        guard bounds.touches(other.bounds) else { return false }
        let a = side(of: other.start)
        let b = side(of: other.end)
        if (a > 0 && b > 0) || (a < 0 && b < 0) { return false }
        let c = other.side(of: start)
        let d = other.side(of: end)
        return !((c > 0 && d > 0) || (c < 0 && d < 0))
    }

    /// Positive on one side of the line through this segment, negative on the other, zero on it.
    @inlinable func side(of point: Point) -> Double { vector.cross(point - start) }
}

extension Rect {
    /// Returns true if the point lies inside or on the border.
    @inlinable public func touches(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }

    /// Returns true if a part of the segment lies inside or on the border.
    @inlinable public func touches(_ segment: Segment) -> Bool {
        guard touches(segment.bounds) else { return false }
        if touches(segment.start) || touches(segment.end) { return true }
        let a = segment.side(of: Point(x: minX, y: minY))
        let b = segment.side(of: Point(x: maxX, y: minY))
        let c = segment.side(of: Point(x: maxX, y: maxY))
        let d = segment.side(of: Point(x: minX, y: maxY))
        return !(a > 0 && b > 0 && c > 0 && d > 0) && !(a < 0 && b < 0 && c < 0 && d < 0)
    }
}
