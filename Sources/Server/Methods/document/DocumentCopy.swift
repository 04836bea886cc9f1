import Editing
import Graph
import Interaction
import Wire

/// Returns elements as a fragment, which can be pasted.
struct DocumentCopy: Method {
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
            .optional("view", \.view, .identifier, "takes the selection of this view, in place of ids"),
            .optional("nodes", \.nodes, .array(of: .identifier), "ids of nodes"),
            .optional(
                "edges", \.edges, .array(of: .identifier), "ids of further edges; `fragment.outside` lists them"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(), members: [.required("fragment", \.fragment, .writtenFragment, "what was copied")])

    /// Answers the request; of a large document the fragment is written in a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        if view != nil && (nodes != nil || edges != nil) { throw .invalidParams("either `view` or ids") }
        let key = try session.documents.key(of: document)
        let index = try view.map { (view) throws(Failure) in try session.documents.view(view, of: key) }
        let (document, nodes, edges) = try session.withWorkspace(key) {
            (workspace) throws(EditError) -> (Document, [Node.Slot], [Edge.Slot]) in
            let document = workspace.document
            if let index {
                let selection = workspace[index].selection
                return (document, selection.nodes.slots, selection.edges.slots)
            }
            return (document, try document.slots(nodes: self.nodes ?? []), try document.slots(edges: self.edges ?? []))
        }
        try session.answer(
            request, on: key, as: shape, followed: nil, isLong: document.elementCount > Limits.jobElements,
            into: &outbox
        ) { (watch) throws(Failure) in
            if !watch(0) { throw .cancelled("stopped") }
            do throws(EditError) {
                return Result(fragment: try document.writtenFragment(nodes: nodes, edges: edges))
            } catch {
                throw Failure(error)
            }
        }
    }
}
