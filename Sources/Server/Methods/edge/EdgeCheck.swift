import Editing
import Graph
import Interaction
import Storage
import Wire

/// Asks the rules whether an edge would be allowed.
struct EdgeCheck: FrequentMethod {
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
        var replaces: [Identifier]?

        init() {}

        init(replacing edges: [Identifier]) { replaces = edges }

        init(_ refusal: ConnectionRefusal) {
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
        "Verdict", "The result of the rules for a connection.", initial: Result(),
        members: [
            .required("allowed", \.allowed, .boolean, "whether the rules allow it"),
            .optional("reason", \.reason, .choice(of: ConnectionRefusal.Reason.self), "the first rule that refuses it"),
            .optional("message", \.message, .string, "the same in words"),
            .optional("nodes", \.nodes, .array(of: .identifier), "that cause the refusal"),
            .optional("edges", \.edges, .array(of: .identifier), "that cause the refusal"),
            .optional("handles", \.handles, .array(of: .identifier), "that cause the refusal"),
            .optional(
                "path", \.path, .array(of: .identifier), "of a cycle: from the target along the edges to the source"),
            .optional("replaces", \.replaces, .array(of: .identifier), "the edges whose place it would take"),
        ])

    /// The parameters in the order of the table, without a moved edge.
    static func take(_ scanner: inout CompactScanner) -> EdgeCheck? {
        guard scanner.takes("{"), let document = scanner.takeString(#""document":""#),
            let source = scanner.takeIdentifier(#","source":""#), scanner.takes(",")
        else { return nil }
        var check = EdgeCheck(document: String(decoding: document.spelling, as: UTF8.self), source: source)
        if let handle = scanner.takeIdentifier(#""sourceHandle":""#) {
            guard scanner.takes(",") else { return nil }
            check.sourceHandle = handle
        }
        guard let target = scanner.takeIdentifier(#""target":""#) else { return nil }
        check.target = target
        if scanner.takes(",") {
            guard let handle = scanner.takeIdentifier(#""targetHandle":""#) else { return nil }
            check.targetHandle = handle
        }
        return scanner.takes("}") ? check : nil
    }

    /// Mostly the answer is that the edge is allowed, which is written without the table.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let proposal = ConnectionProposal(
            source: source, sourceHandle: sourceHandle, target: target, targetHandle: targetHandle, edge: edge)
        let (refusal, replaced) = try session.withWorkspace(document) { (workspace) throws(EditError) in
            if let edge { _ = try workspace.document.slot(edge: edge) }
            let replaced = workspace.document.replacedEdges(by: proposal).map { workspace.document.edgeID($0) }
            return (workspace.content.refusal(of: proposal), replaced)
        }
        session.announce(into: &outbox)
        request.reply(into: &outbox) { writer in
            if let refusal {
                shape.write(Result(refusal), &writer)
            } else if !replaced.isEmpty {
                shape.write(Result(replacing: replaced), &writer)
            } else {
                writer.raw(#"{"allowed":true}"#)
            }
        }
    }
}
