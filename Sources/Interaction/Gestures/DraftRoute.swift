import EdgeRouting
import Geometry
import Graph
import Storage

/// The route around nodes of an edge that a gesture draws: a copy of the scene's routes with that edge among them.
///
/// The copy is made once, and again after a change of the document; a move of the pointer changes one edge of it.
struct DraftRoute: Sendable {
    private var routes: EdgeRoutes?
    private var version = 0
    private var revision = 0

    init() {}

    /// The path of the edge with the moving end, or of a new edge; nil if it does not go round nodes.
    ///
    /// - Parameter plain: its path by its ends.
    mutating func path(
        of edge: Edge.Slot?, from source: DraftedEnd, to target: DraftedEnd, plain: Path, on stage: Stage
    ) -> Path? {
        let document = stage.document
        let isRouted = edge.map { document.isRouted($0) } ?? (document.newEdgeType == .orthogonal)
        if !isRouted { return nil }
        return with(stage) { $0.path(ofDraft: edge, from: source, to: target, plain: plain, in: document) }
    }

    /// The path of an edge that has another form than in the document; nil if it does not go round nodes.
    mutating func path(of edge: Edge.Slot, _ form: EdgeForm, on stage: Stage) -> Path? {
        if !stage.scene.routes.contains(edge) { return nil }
        let document = stage.document
        let ends = document.drawnEnds(ofEdge: edge)
        return with(stage) { routes in
            routes.show(
                edge, from: document.frame(ends.source), to: document.frame(ends.target), form: form, document)
            _ = routes.refresh(document)
            return routes.path(ofEdge: edge, in: document)
        }
    }

    private mutating func with(_ stage: Stage, _ body: (inout EdgeRoutes) -> Path?) -> Path? {
        let current = stage.scene.routes
        var routes = self.routes.take() ?? current
        if version != current.version || revision != stage.revision { routes = current }
        (version, revision) = (current.version, stage.revision)
        defer { self.routes = routes }
        return body(&routes)
    }
}
