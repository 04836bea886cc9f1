extension NodeShape {
    /// Returns true if a polygon and the filled outline have a point in common; the borders count.
    ///
    /// - Complexity: O(the sides of the polygon near the frame).
    public func isTouched(by polygon: Polygon, in frame: Rect) -> Bool {
        if !HalfSides(frame).areUsable { return polygon.touches(frame) }
        guard polygon.bounds.touches(frame) else { return false }
        return polygon.anySide(near: frame) { touches($0, in: frame) } || polygon.contains(frame.center)
    }

    /// Returns true if the filled outline is completely inside a polygon; the borders may touch.
    ///
    /// - Complexity: O(the sides of the polygon near the frame).
    public func isInside(_ polygon: Polygon, in frame: Rect) -> Bool {
        if !HalfSides(frame).areUsable { return polygon.contains(frame) }
        guard polygon.bounds.contains(frame) else { return false }
        return polygon.contains(frame.center) && !polygon.anySide(near: frame) { isEntered(by: $0, in: frame) }
    }

    /// Returns true if a part of the segment lies inside or on the outline.
    func touches(_ segment: Segment, in frame: Rect) -> Bool {
        meets(segment, in: frame, beyondBorder: false)
    }

    /// Returns true if a part of the segment is strictly inside; running along the outline is not.
    func isEntered(by segment: Segment, in frame: Rect) -> Bool {
        meets(segment, in: frame, beyondBorder: true)
    }

    /// - Parameter beyondBorder: whether only points count that are not on the outline.
    private func meets(_ segment: Segment, in frame: Rect, beyondBorder: Bool) -> Bool {
        let half = HalfSides(frame)
        guard half.areUsable else { return beyondBorder ? frame.isEntered(by: segment) : frame.touches(segment) }
        switch outline {
        case .frame:
            return beyondBorder ? frame.isEntered(by: segment) : frame.touches(segment)
        case .ellipse:
            // Scaled so that the ellipse is the circle of radius 1 about the origin.
            guard let part = half.scaled(segment, clippedTo: frame, isOpen: beyondBorder) else { return false }
            let distance = part.point(at: part.nearestParameter(to: .zero)).squaredLength
            return beyondBorder ? distance < 1 : distance <= 1
        case .diamond, .hexagon:
            guard let part = half.scaled(segment, clippedTo: frame, isOpen: beyondBorder) else { return false }
            let steepness = self == .diamond ? 1 : 0.5
            let slopes = [(1.0, steepness), (1.0, -steepness), (-1.0, steepness), (-1.0, -steepness)]
            return NodeShape.isCrossed(slopes: slopes, part, isOpen: beyondBorder)
        case .slanted(let slant):
            guard let part = half.scaled(segment, clippedTo: frame, isOpen: beyondBorder) else { return false }
            let (x, y) = (1 / (1 - Slant.lean), Slant.lean / (1 - Slant.lean))
            let slopes = [(x, -y * slant.right), (-x, -y * slant.left)]
            return NodeShape.isCrossed(slopes: slopes, part, isOpen: beyondBorder)
        case .sloped:
            guard let part = half.scaled(segment, clippedTo: frame, isOpen: beyondBorder) else { return false }
            return NodeShape.isCrossed(slopes: [(-0.25 / 0.75, -1 / 0.75)], part, isOpen: beyondBorder)
        case .capsule:
            // A capsule is a rectangle and the circles at two of its ends.
            return half.capsuleParts(of: frame).contains { shape, part in
                shape.meets(segment, in: part, beyondBorder: beyondBorder)
            }
        }
    }

    /// Returns true if a scaled segment within the frame reaches the inner side of all slopes a · x + b · y = 1.
    ///
    /// One slope after the other cuts off the part on its outer side (Cyrus and Beck 1978).
    private static func isCrossed(slopes: [(Double, Double)], _ segment: Segment, isOpen: Bool) -> Bool {
        var from = 0.0
        var to = 1.0
        for (x, y) in slopes {
            let start = x * segment.start.x + y * segment.start.y - 1
            let end = x * segment.end.x + y * segment.end.y - 1
            if isOpen ? start >= 0 && end >= 0 : start > 0 && end > 0 { return false }
            if start > 0 { from = max(from, start / (start - end)) }
            if end > 0 { to = min(to, start / (start - end)) }
        }
        return isOpen ? from < to : from <= to
    }
}

extension HalfSides {
    /// The part of a segment inside of the frame, about its center and in units of its half sides; nil if there is none.
    ///
    /// Clipped first: so no coordinate is greater than 1, however long the segment is.
    fileprivate func scaled(_ segment: Segment, clippedTo frame: Rect, isOpen: Bool) -> Segment? {
        guard let (from, to) = frame.span(of: segment, isOpen: isOpen) else { return nil }
        func scaled(_ t: Double) -> Point {
            let point = segment.point(at: t) - center
            return Point(x: point.x / x, y: point.y / y)
        }
        return Segment(start: scaled(from), end: scaled(to))
    }

    /// The shapes that form a capsule, each with its frame.
    fileprivate func capsuleParts(of frame: Rect) -> [(NodeShape, Rect)] {
        let (low, high, middle): (Rect, Rect, Rect)
        if x >= y {
            let (left, right) = (frame.minX + y, frame.maxX - y)
            middle = Rect(minX: left, minY: frame.minY, maxX: right, maxY: frame.maxY)
            low = Rect(minX: frame.minX, minY: frame.minY, maxX: left + y, maxY: frame.maxY)
            high = Rect(minX: right - y, minY: frame.minY, maxX: frame.maxX, maxY: frame.maxY)
        } else {
            let (top, bottom) = (frame.minY + x, frame.maxY - x)
            middle = Rect(minX: frame.minX, minY: top, maxX: frame.maxX, maxY: bottom)
            low = Rect(minX: frame.minX, minY: frame.minY, maxX: frame.maxX, maxY: top + x)
            high = Rect(minX: frame.minX, minY: bottom - x, maxX: frame.maxX, maxY: frame.maxY)
        }
        return [(.rectangle, middle), (.ellipse, low), (.ellipse, high)]
    }
}
