import Editing
import Graph
import Interaction
import Storage
import Wire

/// Asks the rules whether an edge would be allowed.
struct EdgeCheck: ReturningMethod {
    var document = ""
    var source = Identifier("")
    var sourceHandle: Identifier?
    var target = Identifier("")
    var targetHandle: Identifier?
    var edge: Identifier?

    struct Result: Sendable {
        var allowed = true
        var reason: ConnectionRefusal.Reason?
        var message: String?
        var nodes: [Identifier]?
        var edges: [Identifier]?
        var handles: [Identifier]?
        var path: [Identifier]?

        init(_ refusal: ConnectionRefusal?) {
            guard let refusal else { return }
            allowed = false
            reason = refusal.reason
            message = refusal.message
            nodes = refusal.nodes.isEmpty ? nil : refusal.nodes
            edges = refusal.edges.isEmpty ? nil : refusal.edges
            handles = refusal.handles.isEmpty ? nil : refusal.handles
            path = refusal.path
        }
    }

    static let name = "edge/check"
    static let summary =
        "Returns whether the rules allow an edge; if not, the first reason and the elements that cause it."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchEdge]
    static let params = Shape.object(
        "", "", initial: EdgeCheck(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("source", \.source, .identifier, "the node from which it would lead"),
            .optional("sourceHandle", \.sourceHandle, .identifier, "the handle there; the first source if left out"),
            .required("target", \.target, .identifier, "the node to which it would lead"),
            .optional("targetHandle", \.targetHandle, .identifier, "the handle there; the first target if left out"),
            .optional("edge", \.edge, .identifier, "the edge that is being moved; it does not count"),
        ])
    static let result = Shape<Result>.object(
        "Verdict", "The result of the rules for a connection.", initial: Result(nil),
        members: [
            .required("allowed", \.allowed, .boolean, "whether the rules allow it"),
            .optional("reason", \.reason, .choice(of: ConnectionRefusal.Reason.self), "the first rule that refuses it"),
            .optional("message", \.message, .string, "the same in words"),
            .optional("nodes", \.nodes, .array(of: .identifier), "that cause the refusal"),
            .optional("edges", \.edges, .array(of: .identifier), "that cause the refusal"),
            .optional("handles", \.handles, .array(of: .identifier), "that cause the refusal"),
            .optional(
                "path", \.path, .array(of: .identifier), "of a cycle: from the target along the edges to the source"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        let proposal = ConnectionProposal(
            source: source, sourceHandle: sourceHandle, target: target, targetHandle: targetHandle, edge: edge)
        return try session.withWorkspace(document) { (workspace) throws(EditError) in
            if let edge { _ = try workspace.document.slot(edge: edge) }
            return Result(workspace.refusal(of: proposal))
        }
    }
}
