/// A line through corner points, each cut short by a quadratic curve.
///
/// A corner of radius *r* is left out from *r* before it to *r* after it; the curve between has it as its control point.
public struct RoundedPolyline: Hashable, Sendable {
    /// A point of the line and how far before and after it the curve begins and ends.
    public struct Corner: Hashable, Sendable {
        /// The point at which the legs meet before rounding.
        public var point: Point
        /// The distance between that point and the ends of the curve, in canvas units.
        public var radius: Double

        /// A corner; a radius of 0 is sharp.
        @inlinable public init(_ point: Point, radius: Double = 0) {
            self.point = point
            self.radius = radius
        }
    }

    /// The corners that are rounded.
    public enum Rounding: Sendable {
        /// Every corner between two legs with a length, even if they lie on one line.
        case everyCorner
        /// A corner is rounded unless its two legs lie on one horizontal or vertical line, onward or back.
        case turnsOnly
    }

    /// The corners, at least two; the first and the last have no radius.
    public let corners: [Corner]
    /// Is true if its elements hold no line without length.
    public let isTight: Bool

    /// Rounds each corner by the radius or half the shorter of its legs, whichever is less.
    public init(_ points: [Point], radius: Double, rounding: Rounding = .everyCorner) {
        precondition(points.count >= 2, "a polyline has two ends")
        var corners: [Corner] = []
        corners.reserveCapacity(points.count)
        for index in points.indices {
            var corner = Corner(points[index])
            if radius > 0, index > 0, index + 1 < points.count {
                let (before, point, after) = (points[index - 1], points[index], points[index + 1])
                let isStraight =
                    (before.x == point.x && point.x == after.x) || (before.y == point.y && point.y == after.y)
                if !isStraight || rounding == .everyCorner {
                    let shorter = min(before.distance(to: point), point.distance(to: after))
                    corner.radius = min(radius, shorter * 0.5)
                }
            }
            corners.append(corner)
        }
        self.corners = corners
        isTight = false
    }

    /// A line whose corners have separate radii: together with its neighbor's, a radius is no longer than the leg
    /// between them.
    public init(corners: [Corner]) {
        precondition(corners.count >= 2, "a polyline has two ends")
        self.corners = corners
        isTight = true
    }

    /// The line from the end of one corner's curve to the beginning of the next corner's.
    @inlinable public func leg(_ index: Int) -> Segment {
        let from = corners[index]
        let to = corners[index + 1]
        guard from.radius > 0 || to.radius > 0 else { return Segment(start: from.point, end: to.point) }
        let direction = (to.point - from.point).unit
        return Segment(start: from.point + direction * from.radius, end: to.point - direction * to.radius)
    }

    /// The curve at a corner, if it has a radius.
    @inlinable public func bend(_ index: Int) -> QuadraticCurve? {
        let corner = corners[index]
        guard corner.radius > 0, index > 0, index + 1 < corners.count else { return nil }
        let before = (corners[index - 1].point - corner.point).unit
        let after = (corners[index + 1].point - corner.point).unit
        return QuadraticCurve(
            start: corner.point + before * corner.radius, control: corner.point,
            end: corner.point + after * corner.radius)
    }

    /// The first corner.
    @inlinable public var start: Point { corners[0].point }
    /// The last corner.
    @inlinable public var end: Point { corners[corners.count - 1].point }

    /// The smallest rectangle that holds the line with its curves.
    public var bounds: Rect {
        var bounds = Rect(start, end)
        for index in 1..<(corners.count - 1) {
            if let bend = bend(index) {
                bounds = bounds.union(bend.bounds)
            } else {
                bounds = bounds.union(corners[index].point)
            }
        }
        return bounds
    }

    /// The smallest rectangle around the corners, and so around the line.
    public var hull: Rect {
        var hull = Rect.empty
        for corner in corners { hull = hull.union(corner.point) }
        return hull
    }
}
