import Editing
import Graph
import Interaction
import Storage
import Wire

/// Finds everything in a document that breaks its rules.
struct DocumentCheck: Method {
    var document = ""
    var nodes: [Identifier]?
    var edges: [Identifier]?
    var after: String?
    var limit: Int?

    struct Result: Sendable {
        var diagnostics: [Diagnostic] = []
        var next: String?
    }

    static let name = "document/check"
    static let summary =
        "Finds broken rules and other problems, with their fixes; in pages if asked."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .noSuchEdge, .invalidValue]
    static let params = Shape.object(
        "", "", initial: DocumentCheck(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional(
                "nodes", \.nodes, .array(of: .identifier),
                "only diagnostics that name one of these nodes, or of `edges`"),
            .optional(
                "edges", \.edges, .array(of: .identifier),
                "only diagnostics that name one of these edges, or of `nodes`"),
            .optional("after", \.after, .string, "continue after the previous page: its `next`"),
            .optional(
                "limit", \.limit, .integer(in: 1...1_000_000_000),
                "the greatest number of diagnostics; `next` continues after them"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("diagnostics", \.diagnostics, .array(of: .diagnostic), "in the order of the elements"),
            .optional("next", \.next, .string, "for `after`; absent on the last page"),
        ])

    /// Answers the request. A large document is checked as a whole in a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let limit = min(self.limit ?? Limits.diagnostics, Limits.diagnostics)
        let key = try session.documents.key(of: document)
        let (document, last, named) = try session.withWorkspace(key) {
            (workspace) throws(EditError) -> (Document, DiagnosticWalk.Place?, DiagnosticPage?) in
            let last = try after.map { (text) throws(EditError) in
                try DiagnosticWalk.Place(mark: text, workspace.document)
            }
            workspace.content.prepareDiagnostics()
            let named = try self.named(in: workspace.document).map {
                workspace.content.diagnostics(of: $0, after: last, limit: limit)
            }
            return (workspace.document, last, named)
        }
        try session.answer(
            request, on: key, as: shape, followed: nil,
            isLong: named == nil && document.elementCount > Limits.jobElements, into: &outbox
        ) { (watch) throws(Failure) in
            if !watch(0) { throw .cancelled("stopped") }
            let page = named ?? DiagnosticPage(document, after: last, limit: limit)
            return Result(diagnostics: page.found, next: page.next?.mark(document))
        }
    }

    /// The elements that must be named; nil is any.
    private func named(in document: Document) throws(EditError) -> (nodes: [Node.Slot], edges: [Edge.Slot])? {
        if nodes == nil && edges == nil { return nil }
        return (try document.slots(nodes: nodes ?? []), try document.slots(edges: edges ?? []))
    }
}

extension DiagnosticWalk.Place {
    /// The position at which a page ended.
    fileprivate init(mark text: String, _ document: Document) throws(EditError) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
        guard parts.count >= 2, let index = Int(parts[1]), index >= 0 else { throw PageMark.unknown }
        switch (parts[0], parts.count) {
        case ("content", 2): self = .content(index)
        case ("graph", 2): self = .graph(index)
        case ("node", 3): self = .node(try document.slot(node: Identifier(parts[2])), index)
        case ("edge", 3): self = .edge(try document.slot(edge: Identifier(parts[2])), index)
        default: throw PageMark.unknown
        }
    }

    fileprivate func mark(_ document: Document) -> String {
        switch self {
        case .content(let index): "content:\(index)"
        case .node(let slot, let index), .overlap(let slot, _, let index): "node:\(index):\(document.nodeID(slot))"
        case .edge(let slot, let index): "edge:\(index):\(document.edgeID(slot))"
        case .graph(let index): "graph:\(index)"
        }
    }
}
