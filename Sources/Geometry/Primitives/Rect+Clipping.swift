extension Rect {
    /// Returns true if a part of the segment is strictly inside; running along the border is not.
    func isEntered(by segment: Segment) -> Bool { span(of: segment, isOpen: true) != nil }

    /// Returns the range of a segment's parameter that is inside (Liang and Barsky 1984); nil if there is none.
    ///
    /// - Parameter isOpen: whether touching the border does not count.
    func span(of segment: Segment, isOpen: Bool) -> (from: Double, to: Double)? {
        var from = 0.0
        var to = 1.0
        func clip(_ start: Double, _ change: Double, _ low: Double, _ high: Double) -> Bool {
            guard change != 0 else { return isOpen ? start > low && start < high : start >= low && start <= high }
            let a = (low - start) / change
            let b = (high - start) / change
            from = max(from, min(a, b))
            to = min(to, max(a, b))
            return isOpen ? from < to : from <= to
        }
        let vector = segment.vector
        guard clip(segment.start.x, vector.x, minX, maxX), clip(segment.start.y, vector.y, minY, maxY) else {
            return nil
        }
        return (from, to)
    }
}
