import Editing
import Graph
import Interaction
import Storage
import Wire

/// Lets some elements stand out in a view.
struct ViewEmphasize: ReturningMethod {
    var view = Identifier("")
    var query: Query?
    /// The elements that fit the query, once they have been found.
    var found: ElementSet?
    var from: Identifier?
    var direction = Query.Direction.out
    var depth: Int?

    struct Result: Sendable {
        var nodes = 0
        var edges = 0
    }

    static let name = "view/emphasize"
    static let summary =
        "Lets elements stand out and dims the others: elements that fit a query, or elements on the paths from a node. Without both "
        + "all are drawn alike again. It changes no content and no selection, and is not undone."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .limits]
    static let params = Shape.object(
        "", "", initial: ViewEmphasize(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("where", \.query, .query, "the conditions for elements"),
            .optional("from", \.from, .identifier, "the node from which ways lead; stands out itself"),
            .defaulted(
                "direction", \.direction, .choice(of: Query.Direction.self),
                "of these ways: along edges, against them, or both", default: "out"),
            .optional("depth", \.depth, .integer(in: 1...1_000_000_000), "how many edges they have at most"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("nodes", \.nodes, .integer, "how many nodes stand out"),
            .required("edges", \.edges, .integer, "how many edges do"),
        ])

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        guard let query else { return try returnResult(in: &session, to: request, as: shape, into: &outbox) }
        if from != nil { throw .invalidParams("either `where` or `from`", path: "/from") }
        try query.search(in: view, of: &session, for: request, into: &outbox) {
            [self] (found, session, request, outbox) throws(Failure) in
            var call = self
            call.found = found
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    func perform(in session: inout Session) throws(Failure) -> Result {
        return try session.withView(view) { (workspace, index) throws(EditError) in
            var elements: ElementSet?
            if let found { elements = workspace.document.joined(found) }
            if let from {
                let slot = try workspace.document.slot(node: from)
                elements = workspace.document.paths(from: slot, direction, depth: depth ?? .max)
            }
            workspace[index].emphasize(elements)
            return Result(nodes: elements?.nodes.count ?? 0, edges: elements?.edges.count ?? 0)
        }
    }
}
