import Geometry

extension RouteNet {
    /// Returns true if a path enters an obstacle that counts for an edge: neither of its ends, and none that it may
    /// pass.
    ///
    /// - Complexity: O(the obstacles near the path).
    public func isCrossed(by path: Path, of edge: RoutedEdge) -> Bool {
        let bounds = path.bounds
        var isCrossed = false
        // A path without length has no parts.
        look(Rect(path.start, path.start))
        path.visitParts(noLongerThan: max(bounds.width, bounds.height) / 16, atMost: 32) { look($0.bounds) }
        func look(_ near: Rect) {
            if isCrossed { return }
            field.visit(RouteBox(near, grownBy: 0)) { number in
                if isCrossed { return }
                guard let inside = field.inside(of: Int(number)), inside.touches(near), edge.heeds(Int(number)) else {
                    return
                }
                isCrossed = path.touches(inside)
            }
        }
        return isCrossed
    }
}

extension RouteField {
    /// The part of an obstacle's frame at least a unit of the raster away from its border; nil if there is none.
    fileprivate func inside(of number: Int) -> Rect? {
        let frame = frame(number)
        let unit = RouteBox.unit
        guard all(frame.lo + unit .< frame.hi - unit) else { return nil }
        return Rect(
            minX: frame.lo.x + unit, minY: frame.lo.y + unit, maxX: frame.hi.x - unit, maxY: frame.hi.y - unit)
    }
}

extension RoutedEdge {
    /// Returns true if an obstacle is in the way of the curve between the ends.
    fileprivate func heeds(_ number: Int) -> Bool {
        source.obstacle != number && target.obstacle != number && !passable.contains(number)
    }
}
