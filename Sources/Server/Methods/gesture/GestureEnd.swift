import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Ends a gesture.
struct GestureEnd: Method {
    var view = Identifier("")
    var time: Double?

    struct Result: Sendable {
        var revision = 0
        var changed = false
        var by: Point?
        var edge: Identifier?
        var edges: [Identifier]?
        var selection: SelectionState?
        var copies: Copies?
        var reason: String?
        var message: String?
        var refused: Refusal?
    }

    /// The ids of copies, by the ids of their originals.
    struct Copies: Sendable {
        var nodes: [(String, Identifier)] = []
        var edges: [(String, Identifier)] = []

        static let shape = Shape<Copies>.object(
            "", "", initial: Copies(),
            members: [
                .required(
                    "nodes", \.nodes, .dictionary(of: .identifier), "the id of each copy, by that of its original"),
                .required("edges", \.edges, .dictionary(of: .identifier), "the same for edges"),
            ])
    }

    static let name = "gesture/end"
    static let summary = "Ends the gesture of a view with at most one edit, one undo step."
    static let failures: [Failure.Kind] = [.noSuchView, .noGesture] + MethodTable.gestureFailures
    static let params = Shape.object(
        "", "", initial: GestureEnd(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("time", \.time, .number, "milliseconds since any origin"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .required("changed", \.changed, .boolean, "whether the document changed"),
            .optional("by", \.by, .point, "drag: the offset of the nodes"),
            .optional("edge", \.edge, .identifier, "connect, reconnect, waypoint, label: the edge"),
            .optional(
                "edges", \.edges, .array(of: .identifier),
                "connect: all that were made, where shift drew from several nodes"),
            .optional("selection", \.selection, .selection, "marquee, lasso: how many elements are selected"),
            .optional("copies", \.copies, Copies.shape, "drag: the copies that were made in place of a move"),
            .optional("reason", \.reason, .string, "connect: why no edge was made"),
            .optional("message", \.message, .string, "connect, reconnect: the client's reason against it"),
            .optional(
                "refused", \.refused, .refusal, "connect, reconnect: the rule against the edge, with its elements"),
        ])

    /// An end that waits for the client is answered later.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        session.sessionTime(ofStamp: time, into: &outbox)
        let (outcome, revision) = try session.withView(view) { (workspace, index) throws(EditError) in
            (try workspace.endGesture(in: index, cause: GestureEnd.name), workspace.revision)
        }
        if let question = outcome.question {
            let document = try session.documents.location(of: view).document
            return try session.postpone(
                request, .gestureEnd, for: question, of: document, view: view, into: &outbox)
        }
        session.announce(into: &outbox)
        request.reply(into: &outbox) { shape.write(Result(outcome, revision: revision), &$0) }
    }
}

extension GestureEnd.Result {
    init(_ outcome: GestureOutcome, revision: Int) {
        let isByClient = outcome.refusal?.error.refusal?.reason == .rejectedByClient
        self.init(
            revision: revision, changed: outcome.changed, by: outcome.by, edge: outcome.edge,
            edges: outcome.edges.isEmpty ? nil : outcome.edges,
            selection: outcome.selection.map { SelectionState(nodes: $0.nodes, edges: $0.edges) },
            copies: outcome.copies.map { GestureEnd.Copies($0) }, reason: outcome.reason,
            message: isByClient ? outcome.refusal?.error.message : nil, refused: outcome.refusal)
    }
}

extension GestureEnd.Copies {
    fileprivate init(_ made: Duplicates) {
        nodes = made.nodes.map { ($0.old.string, $0.new) }
        edges = made.edges.map { ($0.old.string, $0.new) }
    }
}
