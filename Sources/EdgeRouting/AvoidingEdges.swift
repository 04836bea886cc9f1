import Geometry
import Graph
import Routing
import Storage

/// The edges that go round nodes only where the curve of their type would cross one.
///
/// The edges that go round depend on their own curves and the obstacles alone, not on other edges.
struct AvoidingEdges: Sendable {
    /// An edge, and how it is drawn where nothing is in its way.
    struct Curve: Sendable {
        /// The path by the formula of its type, with its waypoints.
        let path: Path
        /// The frames between which it is drawn.
        let source: Rect
        let target: Rect
        /// The edge from which its way round nodes follows.
        let edge: RoutedEdge
    }

    private var curves: [Edge.Slot: Curve] = [:]
    private var places = SpatialIndex<Edge>()
    /// The places where obstacles came, went or moved since the last check.
    private var moved: [Rect] = []
    /// The edges that are to be checked whatever has moved.
    private var unchecked = SlotSet<Edge>()

    /// The curve of an edge; nil for one that is not among these.
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

    /// Notes where an obstacle is or was.
    mutating func note(_ place: Rect) {
        // Where more have moved than there are curves, it costs less to check all.
        if moved.count <= curves.count { moved.append(place) }
    }

    /// Hands over the edges for which an obstacle may be in the way that was not before, or the other way round.
    ///
    /// - Complexity: O(*m* · *n*) at worst, for *m* curves and the *n* ≤ *m* obstacles that moved.
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
