import EdgeRouting
import Geometry
import Graph
import Storage

/// The routes of the edges that go round nodes, and the positions of labels, as they would be if the open gesture of a
/// view ended now.
///
/// It is a copy of the scene's routes with the displaced nodes at their shown frames, and with the resulting edges. So
/// routes also change for edges that the gesture does not move.
struct RoutePreview: Sendable {
    /// The routes; nil while no gesture changes a route.
    private(set) var routes: EdgeRoutes?
    /// The displaced nodes that are obstacles for edges, and their edges that go round nodes or have a label that
    /// avoids others.
    private var nodes: [Node.Slot] = []
    private var edges: [Edge.Slot] = []
    /// The edges that may be drawn otherwise than in the document.
    private(set) var differing = SlotSet<Edge>()
    /// The gesture, and the scene's routes, of which this is a copy.
    private var number = 0
    private var version = 0

    init() {}

    /// Follows the displacement of a gesture; returns the edges whose routes may have changed since the last time.
    ///
    /// - Complexity: O(the displaced nodes and their edges, and the edges to route again); nothing if no edge goes
    ///   round nodes.
    mutating func follow(_ displacement: Displacement, _ document: Document, _ scene: Scene) -> SlotSet<Edge> {
        if displacement.isNone || (scene.routes.isEmpty && !scene.routes.placesLabels) {
            if routes == nil { return SlotSet() }
            defer { self = RoutePreview() }
            return differing
        }
        if routes != nil && number == displacement.number && version == scene.routes.version {
            return show(displacement, document)
        }
        var changed = differing
        begin(displacement, document, scene)
        changed.formUnion(show(displacement, document))
        return changed
    }

    private mutating func begin(_ displacement: Displacement, _ document: Document, _ scene: Scene) {
        routes = scene.routes
        (number, version) = (displacement.number, scene.routes.version)
        differing = SlotSet()
        nodes = displacement.nodes.filter { scene.nodes.contains($0) }
        var found = SlotSet<Edge>()
        for node in nodes {
            scene.visitEdges(of: node, document) { edge, _ in
                if scene.routes.depends(edge) { found.insert(edge) }
            }
        }
        if let edge = displacement.reshaped, scene.routes.depends(edge) { found.insert(edge) }
        edges = found.slots
        differing = found
    }

    /// Gives the copy the frames and forms that the gesture shows; returns the edges that this may change.
    private mutating func show(_ displacement: Displacement, _ document: Document) -> SlotSet<Edge> {
        guard var routes = routes.take() else { return SlotSet() }
        for node in nodes { routes.set(node, displacement.shownFrame(of: node, document).frame) }
        for edge in edges {
            let ends = document.drawnEnds(ofEdge: edge)
            routes.show(
                edge, from: displacement.shownFrame(of: ends.source, document).frame,
                to: displacement.shownFrame(of: ends.target, document).frame,
                form: displacement.form(ofEdge: edge, ends, document), document)
        }
        var changed = SlotSet(edges)
        for edge in routes.refresh(document) { changed.insert(edge) }
        differing.formUnion(changed)
        self.routes = routes
        return changed
    }
}
