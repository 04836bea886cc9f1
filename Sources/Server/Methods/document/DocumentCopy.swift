import Editing
import Graph
import Interaction
import Wire

/// Returns elements as a fragment, which can be pasted.
struct DocumentCopy: ReturningMethod {
    var document = ""
    var view: Identifier?
    var nodes: [Identifier]?
    var edges: [Identifier]?

    struct Result: Sendable {
        var fragment = JSONWriter()
    }

    static let name = "document/copy"
    static let summary =
        "Returns nodes with what they contain, the edges among them and their types as a document that can be pasted."
    static let failures: [Failure.Kind] = [
        .noSuchDocument, .noSuchView, .noSuchNode, .noSuchEdge, .invalidValue, .nothingThere, .limits,
    ]
    static let params = Shape.object(
        "", "", initial: DocumentCopy(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional("view", \.view, .identifier, "what is selected in this view, in place of ids"),
            .optional("nodes", \.nodes, .array(of: .identifier), "ids of nodes"),
            .optional(
                "edges", \.edges, .array(of: .identifier), "ids of further edges; `fragment.outside` lists them"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(), members: [.required("fragment", \.fragment, .writtenFragment, "what was copied")])

    func perform(in session: inout Session) throws(Failure) -> Result {
        guard let view else {
            return try session.withWorkspace(document) { (workspace) throws(EditError) in
                let nodes = try workspace.document.slots(nodes: self.nodes ?? [])
                let edges = try workspace.document.slots(edges: self.edges ?? [])
                return Result(fragment: try workspace.document.writtenFragment(nodes: nodes, edges: edges))
            }
        }
        if nodes != nil || edges != nil { throw .invalidParams("either `view` or ids") }
        let index = try session.view(view, of: document)
        return try session.withWorkspace(document) { (workspace) throws(EditError) in
            let selection = workspace[index].selection
            let fragment = try workspace.document.writtenFragment(
                nodes: selection.nodes.slots, edges: selection.edges.slots)
            return Result(fragment: fragment)
        }
    }
}
