import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns the area of elements on the canvas.
struct DocumentBounds: ReturningMethod {
    var document = ""
    var nodes: [Identifier]?
    var edges = Edges.shown

    /// The edges that are measured.
    enum Edges: Sendable {
        /// All that are shown, unless nodes are named.
        case shown
        case none
        case named([Identifier])

        /// The ids of those that are named.
        var named: [Identifier]? {
            guard case .named(let ids) = self else { return nil }
            return ids
        }
    }

    struct Result: Sendable {
        var bounds: Rect?
    }

    static let name = "document/bounds"
    static let summary =
        "Returns the bounds of the shown parts of elements; without ids the bounds of everything shown."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .noSuchEdge]
    static let params = Shape.object(
        "", "", initial: DocumentBounds(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional("nodes", \.nodes, .array(of: .identifier), "these nodes"),
            .defaulted(
                "edges", \.edges, edgesShape,
                "these edges, with their labels; false leaves edges out, true is as if it were left out",
                default: "true"),
        ])
    private static let edgesShape = Shape<Edges>.oneOf([
        Alternative(
            Shape<Bool>.boolean, make: { $0 ? .shown : .none },
            match: {
                switch $0 {
                case .shown: true
                case .none: false
                case .named: nil
                }
            }),
        Alternative(Shape<[Identifier]>.array(of: .identifier), make: { .named($0) }, match: \.named),
    ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("bounds", \.bounds, Shape<Rect>.rect.optional, "in canvas units; null if none of them is shown")
        ])

    private var countsEdges: Bool {
        switch edges {
        case .shown: nodes == nil
        case .none: false
        case .named: true
        }
    }

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            if nodes == nil && !countsEdges { return Result(bounds: workspace.content.shownBounds(withEdges: false)) }
            let elements = try MeasuredElements.named(nodes, edges.named, in: workspace.document)
            return Result(bounds: elements.bounds(in: &workspace))
        }
    }

    /// Edges without a known route around nodes wait for it in a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let unfinished = try session.withWorkspace(document) { (workspace) throws(EditError) in
            try countsEdges ? workspace.unfinishedDrawing(of: edges.named) : nil
        }
        guard let (drawing, slots) = unfinished else {
            return try returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
        let others = try session.withWorkspace(document) { (workspace) throws(EditError) -> Rect? in
            guard let nodes else {
                return edges.named == nil ? workspace.content.shownBounds(withEdges: false) : nil
            }
            return workspace.content.shownBounds(nodes: try workspace.document.slots(nodes: nodes))
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
