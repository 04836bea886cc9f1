import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns what elements take up of the canvas.
struct DocumentBounds: ReturningMethod {
    var document = ""
    var nodes: [Identifier]?
    var edges: [Identifier]?

    struct Result: Sendable {
        var bounds: Rect?
    }

    static let name = "document/bounds"
    static let summary =
        "Returns the bounds of elements as far as they are shown; without ids those of all nodes that are shown."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .noSuchEdge]
    static let params = Shape.object(
        "", "", initial: DocumentBounds(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional("nodes", \.nodes, .array(of: .identifier), "these nodes"),
            .optional("edges", \.edges, .array(of: .identifier), "these edges, with their labels"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("bounds", \.bounds, Shape<Rect>.rect.optional, "in canvas units; null if none of them is shown")
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            let elements = try MeasuredElements.named(nodes, edges, in: workspace.document)
            return Result(bounds: elements.bounds(in: &workspace))
        }
    }

    /// Edges whose ways round nodes are still to be found wait for them in a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let unfinished = try edges.flatMap { (edges) throws(Failure) in
            try session.withWorkspace(document) { (workspace) throws(EditError) in
                try workspace.unfinishedDrawing(of: edges)
            }
        }
        guard let (drawing, slots) = unfinished else {
            return try returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
        let others = try session.withWorkspace(document) { (workspace) throws(EditError) -> Rect? in
            let slots = try workspace.document.slots(nodes: nodes ?? [])
            return workspace.content.contentBounds(nodes: slots)
        }
        session.announce(into: &outbox)
        try session.answer(
            request, on: try session.documents.key(of: document), as: shape, followed: nil, isLong: true, into: &outbox
        ) { (watch) throws(Failure) in
            let routes = try drawing.finishedRoutes(watch)
            return Result(bounds: routes.shownBounds(ofEdges: slots, drawing.document, beside: others))
        }
    }
}
