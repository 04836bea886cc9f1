/// A point of a path, found as the nearest to another.
public struct PathPlace: Sendable {
    fileprivate let piece: Int
    fileprivate let t: Double
    fileprivate let squaredDistance: Double

    /// The distance in canvas units.
    public var distance: Double { squaredDistance.squareRoot() }
}

extension Path {
    /// The nearest point of the path, if it is less than `reach` away.
    ///
    /// The ends are butt: a point beyond an end, past the end's normal, has no distance to it. Neither has any point
    /// to a path without length.
    @inlinable public func place(nearestTo point: Point, within reach: Double) -> PathPlace? {
        guard reach > 0, isNear(point, squaredReach: reach * reach) else { return nil }
        return searchPlace(nearestTo: point, within: reach)
    }

    /// The distance to that point.
    @inlinable public func distance(to point: Point, within reach: Double) -> Double? {
        place(nearestTo: point, within: reach)?.distance
    }

    /// Returns true if the search must go on. Further pieces of a path with one curve give the same answer.
    @inlinable @inline(__always)
    func isNear(_ point: Point, squaredReach: Double) -> Bool {
        if case .cubic = self { return true }
        return hull.squaredDistance(to: point) < squaredReach
    }

    /// The fraction of the length before a point, 0…1.
    public func fraction(at place: PathPlace) -> Double {
        var index = 0
        var before = 0.0
        var total = 0.0
        visitPieces { piece in
            if index == place.piece {
                let lengths = piece.lengths(to: place.t)
                before = total + lengths.before
                total += lengths.whole
            } else {
                total += piece.length
            }
            index += 1
            return true
        }
        return total > 0 ? min(before / total, 1) : 0
    }

    /// The point of the path nearest to a point, the ends included, with the fraction of the length before it.
    public func closest(to point: Point) -> (point: Point, fraction: Double, distance: Double) {
        var closest = start
        var squaredReach = (point - start).squaredLength
        var before = 0.0
        var total = 0.0
        visitPieces { piece in
            if let found = piece.nearest(to: point, squaredReach: squaredReach) {
                squaredReach = found.squaredDistance
                closest = piece.point(at: found.t)
                let lengths = piece.lengths(to: found.t)
                before = total + lengths.before
                total += lengths.whole
            } else {
                total += piece.length
            }
            return true
        }
        return (closest, total > 0 ? min(before / total, 1) : 0, squaredReach.squareRoot())
    }

    /// The unit tangent at the point of the path nearest to a point, the ends included; zero if the path is a point.
    public func direction(nearestTo point: Point) -> Point {
        var direction = Point.zero
        var squaredReach = Double.infinity
        visitPieces { piece in
            if let found = piece.nearest(to: point, squaredReach: squaredReach) {
                squaredReach = found.squaredDistance
                direction = piece.direction(at: found.t)
            }
            return true
        }
        return direction
    }

    @usableFromInline func searchPlace(nearestTo point: Point, within reach: Double) -> PathPlace? {
        var place = PathPlace(piece: -1, t: 0, squaredDistance: reach * reach)
        var index = 0
        visitPieces { piece in
            if let found = piece.nearest(to: point, squaredReach: place.squaredDistance) {
                place = PathPlace(piece: index, t: found.t, squaredDistance: found.squaredDistance)
            }
            index += 1
            return true
        }
        guard place.piece >= 0 else { return nil }
        if place.piece == 0 && place.t == 0 {
            let direction = startDirection
            return direction != .zero && (point - start).dot(direction) >= 0 ? place : nil
        }
        if place.piece == index - 1 && place.t == 1 {
            let direction = endDirection
            return direction != .zero && (point - end).dot(direction) <= 0 ? place : nil
        }
        return place
    }
}
