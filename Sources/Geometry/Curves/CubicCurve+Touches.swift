extension CubicCurve {
    /// Returns true if a part of the curve lies inside the rectangle or on its border.
    @inlinable public func touches(_ rect: Rect) -> Bool {
        guard hull.touches(rect) else { return false }
        if rect.touches(start) || rect.touches(end) { return true }
        return meets(rect, leastBend: leastBend, depth: 0)
    }

    /// Returns true if the curve and the closed segment have a point in common.
    @inlinable public func touches(_ segment: Segment) -> Bool {
        guard hull.touches(segment.bounds) else { return false }
        return meets(segment, leastBend: leastBend, depth: 0)
    }

    /// A curve with a smaller bend counts as its chord: a few units in the last place of its coordinates.
    @inlinable var leastBend: Double {
        let hull = hull
        let extent = max(max(abs(hull.minX), abs(hull.maxX)), max(abs(hull.minY), abs(hull.maxY)))
        let least = 1e-12 * extent
        return least * least
    }

    /// Halves the curve if its hull meets the rectangle, until a point inside is found or no hull is left.
    @usableFromInline func meets(_ rect: Rect, leastBend: Double, depth: Int) -> Bool {
        if depth >= 40 || squaredBend <= leastBend { return rect.touches(Segment(start: start, end: end)) }
        let (left, right) = halved()
        if rect.touches(left.end) { return true }
        if left.hull.touches(rect) && left.meets(rect, leastBend: leastBend, depth: depth + 1) { return true }
        return right.hull.touches(rect) && right.meets(rect, leastBend: leastBend, depth: depth + 1)
    }

    @usableFromInline func meets(_ segment: Segment, leastBend: Double, depth: Int) -> Bool {
        if depth >= 40 || squaredBend <= leastBend { return segment.touches(Segment(start: start, end: end)) }
        if segment.separates(self) { return false }
        let (left, right) = halved()
        let bounds = segment.bounds
        if left.hull.touches(bounds) && left.meets(segment, leastBend: leastBend, depth: depth + 1) { return true }
        return right.hull.touches(bounds) && right.meets(segment, leastBend: leastBend, depth: depth + 1)
    }
}

extension Segment {
    /// Returns true if all control points lie on the same side of the line through this segment.
    @inlinable func separates(_ curve: CubicCurve) -> Bool {
        let a = side(of: curve.start)
        let b = side(of: curve.control1)
        let c = side(of: curve.control2)
        let d = side(of: curve.end)
        return (a > 0 && b > 0 && c > 0 && d > 0) || (a < 0 && b < 0 && c < 0 && d < 0)
    }
}
