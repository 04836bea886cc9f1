import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Returns how edges are drawn.
struct EdgeGeometry: ReturningMethod {
    var document = ""
    var ids: [Identifier] = []

    struct Label: Sendable {
        var x = 0.0
        var y = 0.0
        var angle = 0.0
    }

    struct Sides: Sendable {
        var source = Side.right
        var target = Side.left
    }

    struct Drawn: Sendable {
        var path = ""
        var source = Point.zero
        var target = Point.zero
        var sides = Sides()
        var label = Label()
        var bounds = Rect.empty
        var points: [Point]?
        var blocked: [Identifier]?
    }

    struct Result: Sendable {
        var edges: [(String, Drawn)] = []
    }

    static let name = "edge/geometry"
    static let summary = "Returns how edges are drawn; edges without geometry are left out."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchEdge]
    static let params = Shape.object(
        "", "", initial: EdgeGeometry(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("ids", \.ids, .array(of: .identifier), "of the edges"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [.required("edges", \.edges, .dictionary(of: drawn), "by id")])

    private static let drawn = Shape<Drawn>.object(
        "DiagramEdge", "An edge as it is drawn, in canvas units.", initial: Drawn(),
        members: [
            .required(
                "path", \.path, .string,
                "SVG path data: absolute M, L, Q and C; with arcs where the document wants `jumps`"),
            .required("source", \.source, .point, "where it starts"),
            .required("target", \.target, .point, "where it ends"),
            .required(
                "sides", \.sides,
                .object(
                    "EdgeSides", "The sides of its nodes where an edge leaves and arrives.", initial: Sides(),
                    members: [
                        .required("source", \.source, .choice(of: Side.self), "where it leaves"),
                        .required("target", \.target, .choice(of: Side.self), "where it arrives"),
                    ]), "`center` for an end without a handle, unless the edge goes round nodes"),
            .required(
                "label", \.label,
                .object(
                    "LabelPlace", "The place of a label.", initial: Label(),
                    members: [
                        .required("x", \.x, .number, "its center"), .required("y", \.y, .number, "its center"),
                        .required("angle", \.angle, .number, "radians, clockwise from the x axis"),
                    ]), "the place of the label"),
            .required("bounds", \.bounds, .rect, "of the curve, tight; without arcs"),
            .optional(
                "points", \.points, .array(of: .point), "the ends and the corners of an edge that goes round nodes"),
            .optional(
                "blocked", \.blocked, .array(of: .identifier),
                "the nodes that such an edge crosses because there is no way round them"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            let slots = try workspace.document.slots(edges: ids)
            if workspace.document.nodes.collapsedCount > 0 {
                workspace.content.refresh()
            } else {
                workspace.content.refreshRoutes(of: slots)
            }
            return result(slots, workspace.scene.bundles, workspace.scene.routes, workspace.document)
        }
    }

    /// Edges without a known route around nodes wait for it in a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let unfinished = try session.withWorkspace(document) { (workspace) throws(EditError) in
            try workspace.unfinishedDrawing(of: ids)
        }
        guard let (drawing, slots) = unfinished else {
            return try returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
        session.announce(into: &outbox)
        try session.answer(
            request, on: try session.documents.key(of: document), as: shape, followed: nil, isLong: true, into: &outbox
        ) { (watch) throws(Failure) in
            let routes = try drawing.finishedRoutes(watch)
            return result(slots, drawing.bundles, routes, drawing.document)
        }
    }

    private func result(
        _ slots: [Edge.Slot], _ bundles: EdgeBundles, _ routes: EdgeRoutes, _ document: Document
    ) -> Result {
        var result = Result()
        for (id, own) in zip(ids, slots) {
            let slot = document.nodes.collapsedCount > 0 ? bundles.first(of: own) : own
            if let drawn = Drawn(slot, routes, document) { result.edges.append((id.string, drawn)) }
        }
        return result
    }
}

extension EdgeGeometry.Drawn {
    /// Returns nil for an edge without geometry.
    fileprivate init?(_ slot: Edge.Slot, _ routes: EdgeRoutes, _ document: Document) {
        guard let route = routes.route(ofEdge: slot, in: document),
            let (leaving, arriving) = routes.sides(ofEdge: slot, in: document)
        else { return nil }
        sides = EdgeGeometry.Sides(source: leaving, target: arriving)
        path = (routes.jumpingPath(ofEdge: slot, route.path) ?? route.path).svg
        points = routes.points(ofEdge: slot)
        blocked = routes.crossedNodes(ofEdge: slot, in: document)?.map { document.nodeID($0) }
        source = route.path.start
        target = route.path.end
        label = EdgeGeometry.Label(x: route.label.x, y: route.label.y, angle: route.labelAngle)
        bounds = route.path.bounds
    }
}

extension Path {
    /// The path as SVG path data.
    var svg: String {
        var writer = JSONWriter(capacity: 128)
        writer.pathData(self)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
