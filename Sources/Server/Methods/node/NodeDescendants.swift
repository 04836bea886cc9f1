import Editing
import Graph
import Interaction
import Wire

/// Lists the contents of nodes.
struct NodeDescendants: ReturningMethod {
    var document = ""
    var ids: [Identifier] = []

    struct Result: Sendable {
        var ids: [Identifier] = []
    }

    static let name = "node/descendants"
    static let summary = "Lists the nodes that lie in nodes, at any depth, in the order of the document."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode]
    static let params = Shape.object(
        "", "", initial: NodeDescendants(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("ids", \.ids, .array(of: .identifier), "of the nodes around"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("ids", \.ids, .array(of: .identifier), "each once; a named node only if it lies in another one")
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            let document = workspace.document
            let inner = document.descendants(of: try document.slots(nodes: ids))
            return Result(ids: inner.map { document.nodeID($0) })
        }
    }
}
