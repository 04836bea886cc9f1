import Editing
import Geometry
import Graph

/// What came of a gesture.
public struct GestureOutcome: Sendable {
    /// Whether the document is different.
    public var changed = false
    /// How far the nodes were dragged.
    public var by: Point?
    /// The edge that was made, or of which an end, a waypoint or the label was moved.
    public var edge: Edge.ID?
    /// How much is selected after a marquee or a lasso; nil after other gestures.
    public var selection: (nodes: Int, edges: Int)?
    /// The copies that a drag left where it ended; nil if it moved nodes.
    public var copies: Duplicates?
    /// Why a draft made no edge: the name of the rule against it, or `nothingThere`.
    public var reason: String?
    /// What the client said against it, or that it said nothing.
    public var message: String?
    /// The number of the question for whose answer the end waits; then nothing has come of it yet.
    public var question: Int?

    /// The outcome with what the edit of the gesture has made.
    func adding(_ made: EditMade, isChanged: Bool) -> GestureOutcome {
        var outcome = self
        outcome.changed = isChanged
        outcome.edge = made.edge ?? edge
        outcome.copies = made.copies
        return outcome
    }
}
