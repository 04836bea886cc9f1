import Geometry
import Graph
import Storage

/// The line of their common bounds that nodes are aligned to.
public enum Alignment: String, CaseIterable, Sendable {
    /// The line: a side of the bounds, or its middle along an axis.
    case left, centerX, right, top, centerY, bottom
}

extension Transaction {
    /// Moves nodes so that their sides or centers lie on one line of their common bounds, in which hidden ones take no
    /// space.
    ///
    /// A node inside another named one moves with it and is not aligned itself.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (a node has no position, or would leave the range of doubles).
    public mutating func align(_ ids: [Node.ID], _ alignment: Alignment) throws(EditError) {
        let named = try unlocked(ids)
        let slots = named.outermost(in: document)
        try checkPlaced(slots)
        var origins = Origins()
        var frames: [Rect] = []
        frames.reserveCapacity(slots.count)
        for slot in slots { frames.append(origins.frame(of: slot, in: document)) }
        let bounds = document.measured(slots).reduce(Rect.empty) { $0.union(origins.frame(of: $1, in: document)) }
        var shifts: [NodeShift] = []
        for (slot, frame) in zip(slots, frames) {
            var corner = frame.origin
            switch alignment {
            case .left: corner.x = bounds.minX
            case .centerX: corner.x = bounds.center.x - frame.width / 2
            case .right: corner.x = bounds.maxX - frame.width
            case .top: corner.y = bounds.minY
            case .centerY: corner.y = bounds.center.y - frame.height / 2
            case .bottom: corner.y = bounds.maxY - frame.height
            }
            append(slot, from: frame.origin, to: corner, &origins, &shifts)
        }
        try shift(shifts)
    }

    /// Adds a move to a corner of the canvas; a coordinate that stays keeps its stored value exactly.
    func append(
        _ slot: Node.Slot, from old: Point, to new: Point, _ origins: inout Origins, _ shifts: inout [NodeShift]
    ) {
        if old == new { return }
        let origin = origins.origin(of: slot, in: document)
        let stored = document.nodes.geometry(slot).position
        let position = Point(
            x: new.x == old.x ? stored.x : new.x - origin.x, y: new.y == old.y ? stored.y : new.y - origin.y)
        shifts.append(NodeShift(slot: slot, position: position, offset: new - old))
    }
}
