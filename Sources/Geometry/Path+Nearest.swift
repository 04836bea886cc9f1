extension Path {
    /// The distance from a point to the path, if it is less than `reach`.
    ///
    /// The ends are butt: a point that is nearest to an end but lies beyond it, past the end's normal, has no distance.
    /// Neither has any point from a path without length.
    @inlinable public func distance(to point: Point, within reach: Double) -> Double? {
        guard reach > 0, isNear(point, squaredReach: reach * reach) else { return nil }
        return searchDistance(to: point, within: reach)
    }

    /// Whether the search has to go on: the pieces of a path of one curve are asked the same again.
    @inlinable @inline(__always)
    func isNear(_ point: Point, squaredReach: Double) -> Bool {
        if case .cubic = self { return true }
        return hull.squaredDistance(to: point) < squaredReach
    }

    @usableFromInline func searchDistance(to point: Point, within reach: Double) -> Double? {
        nearestPlace(to: point, within: reach)?.squaredDistance.squareRoot()
    }

    /// The same distance, and the fraction of the length where the nearest point lies.
    public func nearest(to point: Point, within reach: Double) -> (distance: Double, fraction: Double)? {
        guard reach > 0, isNear(point, squaredReach: reach * reach) else { return nil }
        guard let place = nearestPlace(to: point, within: reach) else { return nil }
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
        let fraction = total > 0 ? min(before / total, 1) : 0
        return (place.squaredDistance.squareRoot(), fraction)
    }

    /// The point of the path nearest to a point, be it an end, with the fraction of the length before it.
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

    /// The unit tangent at the point of the path nearest to a point, be it an end; zero if the path is a point.
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

    private typealias Place = (piece: Int, t: Double, squaredDistance: Double)

    private func nearestPlace(to point: Point, within reach: Double) -> Place? {
        var place: Place = (-1, 0, reach * reach)
        var index = 0
        visitPieces { piece in
            if let found = piece.nearest(to: point, squaredReach: place.squaredDistance) {
                place = (index, found.t, found.squaredDistance)
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
