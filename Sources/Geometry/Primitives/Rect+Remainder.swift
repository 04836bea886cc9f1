extension Rect {
    /// Calls `body` with rectangles that together cover the part of this one outside `other`: four at most, which
    /// share borders with each other and with it.
    @inlinable public func visitRemainder(outside other: Rect, _ body: (Rect) -> Void) {
        if isEmpty { return }
        guard !other.isEmpty, touches(other) else { return body(self) }
        if minY < other.minY { body(Rect(minX: minX, minY: minY, maxX: maxX, maxY: other.minY)) }
        if other.maxY < maxY { body(Rect(minX: minX, minY: other.maxY, maxX: maxX, maxY: maxY)) }
        let top = max(minY, other.minY)
        let bottom = min(maxY, other.maxY)
        if minX < other.minX { body(Rect(minX: minX, minY: top, maxX: other.minX, maxY: bottom)) }
        if other.maxX < maxX { body(Rect(minX: other.maxX, minY: top, maxX: maxX, maxY: bottom)) }
    }
}
