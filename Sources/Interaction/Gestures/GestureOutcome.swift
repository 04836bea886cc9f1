import Editing
import Geometry
import Graph

/// The outcome of a gesture.
public struct GestureOutcome: Sendable {
    /// Is true if the document is different.
    public var changed = false
    /// The distance by which the nodes were dragged.
    public var by: Point?
    /// The edge that was made, or of which an end, a waypoint or the label was moved.
    public var edge: Edge.ID?
    /// The edges that were made, where a draft was drawn from several nodes.
    public var edges: [Edge.ID] = []
    /// The numbers of elements selected after a marquee or a lasso; nil after other gestures.
    public var selection: (nodes: Int, edges: Int)?
    /// The copies that a drag left where it ended; nil if it moved nodes.
    public var copies: Duplicates?
    /// The refusal of a draft that made no edge, by the rules or by the client.
    public var refusal: Refusal?
    /// Is true if a draft ended where no handle is.
    public var isEmptyDrop = false
    /// The number of the question for whose answer the end waits; then nothing has come of it yet.
    public var question: Int?

    /// The reason why a draft made no edge: the name of the rule against it, or `nothingThere`.
    public var reason: String? {
        refusal?.error.refusal?.reason.rawValue ?? (isEmptyDrop ? "nothingThere" : nil)
    }

    /// The outcome with what the edit of the gesture has made.
    func adding(_ made: EditMade, isChanged: Bool) -> GestureOutcome {
        var outcome = self
        outcome.changed = isChanged
        outcome.edge = made.edge ?? edge
        outcome.edges = made.edges
        outcome.copies = made.copies
        return outcome
    }
}
