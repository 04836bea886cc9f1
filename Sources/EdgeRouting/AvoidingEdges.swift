import Geometry
import Graph
import Routing
import Storage

/// The edges that detour around nodes only if the curve of their type would cross one.
///
/// An edge detours because of its own curve and the obstacles only, not because of other edges.
struct AvoidingEdges: Sendable {
    /// An edge, and its curve without obstacles.
    struct Curve: Sendable {
        /// The path by the formula of its type, with its waypoints.
        let path: Path
        /// The frames between which it is drawn.
        let source: Rect
        let target: Rect
        /// The edge from which its detour is computed.
        let edge: RoutedEdge
    }

    private var curves: [Edge.Slot: Curve] = [:]
    private var places = SpatialIndex<Edge>()
    /// The places where obstacles appeared, disappeared or moved since the last check.
    private var moved: [Rect] = []
    /// The edges that must be checked in any case.
    private var unchecked = SlotSet<Edge>()

    /// The curve of an edge; nil for one that is not in this list.
    func curve(of slot: Edge.Slot) -> Curve? { curves[slot] }

    /// Sets the curve of an edge; nil removes the edge.
    mutating func set(_ slot: Edge.Slot, _ curve: Curve?) {
        if let curve {
            curves[slot] = curve
            places.set(slot, curve.path.bounds)
            unchecked.insert(slot)
        } else if curves.removeValue(forKey: slot) != nil {
            places.remove(slot)
            unchecked.remove(slot)
        }
    }

    /// Records a place where an obstacle is or was.
    mutating func note(_ place: Rect) {
        // If more obstacles than curves have moved, checking all curves costs less.
        if moved.count <= curves.count { moved.append(place) }
    }

    /// Removes and returns the edges whose obstacles may have changed.
    ///
    /// - Complexity: O(*m* · *n*) at worst, for *m* curves and *n* ≤ *m* moved obstacles.
    mutating func takeUnchecked() -> [Edge.Slot] {
        defer {
            moved = []
            unchecked = SlotSet()
        }
        if moved.count > curves.count { return Array(curves.keys) }
        for place in moved { places.visit(touching: place) { unchecked.insert($0) } }
        return unchecked.slots
    }
}
