import Editing
import Geometry
import Graph

/// The outcome of a gesture.
public struct GestureOutcome: Sendable {
    /// Is true if the document is different.
    public var changed = false
    /// The distance by which the nodes were dragged.
    public var by: Point?
    /// The new edge, or the one whose end, waypoint or label was moved.
    public var edge: Edge.ID?
    /// The new edges, if a draft was drawn from several nodes.
    public var edges: [Edge.ID] = []
    /// The numbers of elements selected after a marquee or a lasso; nil after other gestures.
    public var selection: (nodes: Int, edges: Int)?
    /// The copies of a drag; nil if it moved nodes.
    public var copies: Duplicates?
    /// The refusal of a draft that made no edge, by the rules or by the client.
    public var refusal: Refusal?
    /// Is true if a draft ended without a handle.
    public var isEmptyDrop = false
    /// The number of the question on which the end waits; nothing has happened yet then.
    public var question: Int?

    /// The reason why a draft made no edge: the name of the rule against it, or `nothingThere`.
    public var reason: String? {
        refusal?.error.refusal?.reason.rawValue ?? (isEmptyDrop ? "nothingThere" : nil)
    }

    /// The outcome with the results of the gesture's edit.
    func adding(_ made: EditMade, isChanged: Bool) -> GestureOutcome {
        var outcome = self
        outcome.changed = isChanged
        outcome.edge = made.edge ?? edge
        outcome.edges = made.edges
        outcome.copies = made.copies
        return outcome
    }
}
