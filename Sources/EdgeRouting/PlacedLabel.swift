import Geometry
import Graph

/// A label of an edge at its drawn place.
public struct PlacedLabel: Hashable, Sendable {
    /// The index in the edge's list `labels`; nil for `label`.
    public let index: Int?
    /// The center, on the canvas.
    public let point: Point
    /// In radians, clockwise from the x axis.
    public let angle: Double
    /// The space that it occupies.
    public let box: Rect
    /// The fraction of the path's length at which it lies, 0…1; nil for `label`.
    public let fraction: Double?
}

extension PlacedLabel {
    /// The distance between a label beside its edge and the edge, in canvas units.
    private static let gap = 4.0

    /// Places a label of the list on a path.
    ///
    /// Beside the path, it moves along the normal by half of its extent in that direction plus a gap: |*n*.x| · *w*/2 +
    /// |*n*.y| · *h*/2 + 4.
    fileprivate init(_ label: FurtherLabel, on path: Path, isTurned: Bool) {
        let size = label.size
        let way = path.direction(atFraction: label.fraction)
        var point = path.point(atFraction: label.fraction)
        if let side = label.side {
            let normal = way.quarterTurned * (side == .right ? 1 : -1)
            let extent = abs(normal.x) * size.width / 2 + abs(normal.y) * size.height / 2
            point = point + normal * (extent + PlacedLabel.gap)
        }
        point = point + Point(x: Anchor.limited(label.offset.x), y: Anchor.limited(label.offset.y))
        let corner = Point(x: point.x - size.width / 2, y: point.y - size.height / 2)
        self.init(
            index: label.index, point: point, angle: isTurned ? way.angle : 0, box: Rect(origin: corner, size: size),
            fraction: label.fraction)
    }
}

extension Document {
    /// The labels of an edge's list along a route. O(1) without any.
    public func furtherLabels(ofEdge slot: Edge.Slot, along route: Route) -> [PlacedLabel] {
        if !edges.flags(slot).contains(.furtherLabelled) { return [] }
        let isTurned = turnsLabel(ofEdge: slot)
        return furtherLabels(ofEdge: slot).map { PlacedLabel($0, on: route.path, isTurned: isTurned) }
    }

    /// Returns true if a label with a stated place has the direction of the path there.
    func turnsLabel(ofEdge slot: Edge.Slot) -> Bool {
        settings.edgeGeometry == .reactFlow || pathType(ofEdge: slot) == .straight
    }

    /// All labels of an edge along a route: first `label`, then its list.
    public func labels(ofEdge slot: Edge.Slot, along route: Route) -> [PlacedLabel] {
        let further = furtherLabels(ofEdge: slot, along: route)
        guard let box = labelBox(ofEdge: slot, at: route.label) else { return further }
        return [PlacedLabel(index: nil, point: route.label, angle: route.labelAngle, box: box, fraction: nil)] + further
    }

    /// The bounds of an edge along a route, with its labels and the stated place of its label.
    func bounds(ofEdge slot: Edge.Slot, along route: Route) -> Rect {
        let label = labelBox(ofEdge: slot, at: route.label) ?? Rect(route.label, route.label)
        return furtherLabels(ofEdge: slot, along: route).reduce(route.path.bounds.union(label)) { $0.union($1.box) }
    }
}
