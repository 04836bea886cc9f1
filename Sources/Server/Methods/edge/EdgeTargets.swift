import Editing
import Graph
import Interaction
import Storage
import Wire

/// Finds every end that a connection from a node may have.
struct EdgeTargets: ReturningMethod {
    var document = ""
    var node = Identifier("")
    var handle: Identifier?

    struct Result: Sendable {
        var targets: [HandleReference] = []
    }

    static let name = "edge/targets"
    static let summary =
        "Lists every legal end of a connection from a handle. Without `handle` it is the first source, else the first target."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .noSuchHandle]
    static let params = Shape.object(
        "", "", initial: EdgeTargets(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("node", \.node, .identifier, "where it starts"),
            .optional("handle", \.handle, .identifier, "where on the node"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required(
                "targets", \.targets,
                .array(of: .handleReference), "in the order of the nodes")
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            let slot = try workspace.document.slot(node: node)
            let handles = workspace.document.handles(slot)
            let start =
                handle.map { id in handles.first { $0.id == id } }
                ?? handles.first { $0.kind == .source } ?? handles.first
            guard let start else {
                let what = handle.map { "no handle \"\($0)\"" } ?? "no handles"
                throw EditError(.noSuchHandle, "node \"\(node)\" has \(what)", nodes: [node])
            }
            let ends = workspace.content.legalEnds(from: node, start)
            return Result(targets: ends.map { HandleReference(node: $0.node, handle: $0.handle) })
        }
    }
}
