import Geometry
import Graph

// Labels on the visible part of an edge: the part between the frames of its nodes, as edges may end in their middles.

extension Document {
    /// The route of an edge between two frames, with its label in the middle of the visible part, or where its form
    /// says, but not under a node.
    ///
    /// A route stays as it is without a label, or if it ends at handles and outlines.
    public func seen(
        _ route: Route, ofEdge slot: Edge.Slot, _ source: Rect, _ target: Rect, _ form: EdgeForm = EdgeForm()
    ) -> Route {
        if edges.flags(slot).labelWidth == 0 { return route }
        let (start, end) = (route.path.start, route.path.end)
        let isUnder = (source: source.holds(start), target: target.holds(end))
        if !isUnder.source && !isUnder.target || source.holds(end) || target.holds(start) { return route }
        let points = route.path.flattened(tolerance: 0.5)
        let first = isUnder.source ? source.wayOut(along: points) : 0
        let last = isUnder.target ? target.wayOut(along: points.reversed()) : 0
        let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        guard let first, let last, first + last < length else { return route }
        let middle = (length + first - last) / (2 * length)
        func moved(to fraction: Double) -> Route {
            Route(
                route.path, form: EdgeForm(labelPosition: fraction, labelOffset: form.labelOffset),
                isTurned: turnsLabel(ofEdge: slot))
        }
        guard let stated = form.labelPosition else {
            // If equal parts are hidden at both ends, the label's own place is the middle.
            return abs(first - last) < Document.sameWay * length ? route : moved(to: middle)
        }
        func isFree(_ route: Route) -> Bool {
            guard let box = labelBox(ofEdge: slot, at: route.label) else { return true }
            return !(isUnder.source && box.touches(source) || isUnder.target && box.touches(target))
        }
        if form.labelOffset != nil || isFree(route) { return route }
        let steps = (1..<Document.steps).lazy.map { stated + (middle - stated) * Double($0) / Double(Document.steps) }
        return steps.map { moved(to: $0) }.first { isFree($0) } ?? moved(to: middle)
    }

    /// The number of places that are tried between the label's own place and the middle of the visible part.
    private static let steps = 16
    /// The share of an edge below which two lengths count as equal, for rounding errors.
    private static let sameWay = 1e-3
}

extension Rect {
    /// Returns true if a point lies inside, and not on or near the border.
    fileprivate func holds(_ point: Point) -> Bool { grown(by: -0.5).contains(point) }

    /// The length of a polyline up to where it first leaves the rectangle; nil if it does not.
    fileprivate func wayOut(along points: [Point]) -> Double? {
        var length = 0.0
        for (inner, outer) in zip(points, points.dropFirst()) {
            let step = outer - inner
            if !contains(outer) {
                var part = 1.0
                if step.x > 0 { part = min(part, (maxX - inner.x) / step.x) }
                if step.x < 0 { part = min(part, (minX - inner.x) / step.x) }
                if step.y > 0 { part = min(part, (maxY - inner.y) / step.y) }
                if step.y < 0 { part = min(part, (minY - inner.y) / step.y) }
                return length + max(part, 0) * step.length
            }
            length += step.length
        }
        return nil
    }
}
