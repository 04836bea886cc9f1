extension Path {
    /// Returns true if a part of the path lies inside the rectangle or on its border.
    public func touches(_ rect: Rect) -> Bool {
        if rect.touches(start) || rect.touches(end) { return true }
        var touches = false
        visitPieces { piece in
            touches = piece.touches(rect)
            return !touches
        }
        return touches
    }

    /// Returns true if the path and a segment have a point in common.
    public func touches(_ segment: Segment) -> Bool {
        var touches = false
        visitPieces { piece in
            touches = piece.touches(segment)
            return !touches
        }
        return touches
    }

    /// Returns true if a part of the path lies inside the polygon or on its outline.
    public func touches(_ polygon: Polygon) -> Bool {
        guard polygon.bounds.touches(hull) else { return false }
        return polygon.contains(start) || polygon.contains(end) || crossesOutline(of: polygon)
    }

    /// Returns true if the whole path lies inside the polygon and nowhere touches its outline.
    public func isInside(_ polygon: Polygon) -> Bool {
        polygon.contains(start) && !crossesOutline(of: polygon)
    }

    /// Returns true if the whole path lies inside the rectangle; it may touch the border.
    public func isInside(_ rect: Rect) -> Bool {
        rect.touches(start) && rect.contains(bounds)
    }

    private func crossesOutline(of polygon: Polygon) -> Bool {
        var crosses = false
        visitPieces { piece in
            crosses = polygon.anySide(near: piece.hull) { piece.touches($0) }
            return !crosses
        }
        return crosses
    }
}
