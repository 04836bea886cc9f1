import Editing
import Graph
import Interaction
import Wire

/// Lists the edges of a node.
struct NodeEdges: ReturningMethod {
    var document = ""
    var id = Identifier("")
    var handle: Identifier?

    struct Result: Sendable {
        var ids: [Identifier] = []
    }

    static let name = "node/edges"
    static let summary = "Lists the edges of a node, or of one of its handles, in the order of the document."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .noSuchHandle]
    static let params = Shape.object(
        "", "", initial: NodeEdges(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("id", \.id, .identifier, "of the node"),
            .optional("handle", \.handle, .identifier, "only the edges of the handles with this id"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [.required("ids", earlier: "edges", \.ids, .array(of: .identifier), "of the edges, a loop once")])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            let document = workspace.document
            let edges = try document.edges(of: try document.slot(node: id), at: handle)
            return Result(ids: edges.map { document.edgeID($0) })
        }
    }
}
