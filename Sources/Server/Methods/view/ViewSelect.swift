import Editing
import Graph
import Interaction
import Storage
import Wire

/// Selects elements by their ids.
struct ViewSelect: ReturningMethod {
    var view = Identifier("")
    var nodes: [Identifier]?
    var edges: [Identifier]?
    var query: Query?
    /// The elements that fit the query, once they have been found.
    var found: ElementSet?
    var all = false
    var op = Selection.Operation.replace
    var list = false

    static let name = "view/select"
    static let summary =
        "Selects elements: the named ones, of which the last gets the focus, the ones that fit a query, or with `all` every selectable one."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .noSuchEdge, .invalidValue, .limits]
    static let params = Shape.object(
        "", "", initial: ViewSelect(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("nodes", \.nodes, .array(of: .identifier), "ids of nodes"),
            .optional("edges", \.edges, .array(of: .identifier), "ids of edges"),
            .optional("where", \.query, .query, "the conditions for elements that are selected as if they were named"),
            .defaulted("all", \.all, .boolean, "everything that is not hidden and may be selected", default: "false"),
            .defaulted(
                "op", \.op, .choice(of: Selection.Operation.self), "how the elements join the selection",
                default: "replace"),
            .defaulted(
                "list", earlier: "ids", \.list, .boolean, "whether to list the ids of the selection", default: "false"),
        ])
    static let result = Shape<SelectionState>.selection

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<SelectionState>, into outbox: inout Outbox
    ) throws(Failure) {
        guard let query else { return try returnResult(in: &session, to: request, as: shape, into: &outbox) }
        try query.search(in: view, of: &session, for: request, into: &outbox) {
            [self] (found, session, request, outbox) throws(Failure) in
            var call = self
            call.found = found
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    func perform(in session: inout Session) throws(Failure) -> SelectionState {
        try session.withView(view) { (workspace, index) throws(EditError) in
            let everything = all ? try? workspace.content.everythingSelectable() : nil
            var chosen = everything ?? Selection()
            if let found { chosen.add(Selection(nodes: found.nodes, edges: found.edges)) }
            let nodes = try workspace.document.slots(nodes: nodes ?? [])
            let edges = try workspace.document.slots(edges: edges ?? [])
            chosen.add(Selection(nodes: SlotSet(nodes), edges: SlotSet(edges)))
            // `all` where nothing may be selected leaves the selection as it is.
            if !all || everything != nil || query != nil || !chosen.isEmpty {
                workspace[index].select(op, chosen, named: nodes.map { .node($0) } + edges.map { .edge($0) })
            }
            return SelectionState(workspace[index].selection, workspace.document, withIDs: list)
        }
    }
}
