import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Ends a gesture.
struct GestureEnd: ReturningMethod {
    var view = Identifier("")
    var time: Double?

    struct Result: Sendable {
        var revision = 0
        var changed = false
        var by: Point?
        var edge: Identifier?
        var selection: ViewRead.Counts?
        var reason: String?
    }

    static let name = "gesture/end"
    static let summary = "Ends the gesture of a view with at most one edit, one undo step."
    static let failures: [Failure.Kind] = [.noSuchView, .noGesture] + MethodTable.gestureFailures
    static let params = Shape.object(
        "", "", initial: GestureEnd(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("time", \.time, .number, "milliseconds since any origin"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .required("changed", \.changed, .boolean, "whether the document changed"),
            .optional("by", \.by, .point, "drag: the offset of the nodes"),
            .optional("edge", \.edge, .identifier, "connect, reconnect, waypoint, label: the edge"),
            .optional("selection", \.selection, .selection, "marquee, lasso: how many elements are selected"),
            .optional("reason", \.reason, .string, "connect: why no edge was made"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        session.sessionTime(ofStamp: time)
        return try session.withView(view) { (workspace, index) throws(EditError) in
            let outcome = try workspace.endGesture(in: index, cause: GestureEnd.name)
            return Result(
                revision: workspace.revision, changed: outcome.changed, by: outcome.by, edge: outcome.edge,
                selection: outcome.selection.map { ViewRead.Counts(nodes: $0.nodes, edges: $0.edges) },
                reason: outcome.reason)
        }
    }
}
