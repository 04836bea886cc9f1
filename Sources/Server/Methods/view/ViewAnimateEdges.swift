import Editing
import Graph
import Interaction
import Storage
import Wire

/// Changes which edges of a view are animated.
struct ViewAnimateEdges: ReturningMethod {
    var view = Identifier("")
    var ids: [Identifier] = []
    var op = Selection.Operation.replace

    struct Result: Sendable { var edges = 0 }

    static let name = "view/animateEdges"
    static let summary = "Changes which edges are drawn with moving dashes. It changes no content and is not undone."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchEdge]
    static let params = Shape.object(
        "", "", initial: ViewAnimateEdges(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("ids", earlier: "edges", \.ids, .array(of: .identifier), "of edges"),
            .defaulted(
                "op", \.op, .choice(of: Selection.Operation.self), "how they join the animated edges",
                default: "replace"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(), members: [.required("edges", \.edges, .integer, "how many are animated")])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withView(view) { (workspace, index) throws(EditError) in
            let slots = try workspace.document.slots(edges: ids)
            workspace[index].animate(op, SlotSet(slots))
            return Result(edges: workspace[index].animated.count)
        }
    }
}
