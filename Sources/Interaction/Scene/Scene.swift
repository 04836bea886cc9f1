import EdgeRouting
import Geometry
import Graph
import Storage

/// The data derived from a document for questions about positions: the spatial indexes of its nodes and edges.
///
/// Deltas only mark outdated parts; the next question updates the indexes, so that a hundred edits in a row route an
/// edge once. Only elements with a frame or a curve that are not concealed are in an index.
public struct Scene: Sendable {
    private var indexes = CopyOnWrite(SceneIndexes())

    /// Makes an empty scene; `update` fills it.
    public init() {}

    /// The index of the frames of the nodes, on the canvas; as of the last `update`, like everything below.
    public var nodes: SpatialIndex<Node> { _read { yield indexes.value.nodes } }
    /// The index of the bounds of curve and label; of a bundle only the edge that represents it.
    public var edges: SpatialIndex<Edge> { _read { yield indexes.value.edges } }
    /// Elements that are hidden or inside something hidden or collapsed, and their edges.
    public var concealedNodes: SlotSet<Node> { _read { yield indexes.value.concealedNodes } }
    /// Edges that are hidden, end on something hidden, or stay inside the node that conceals their ends.
    public var concealedEdges: SlotSet<Edge> { _read { yield indexes.value.concealedEdges } }
    /// Elements that gestures do not select.
    public var unselectableNodes: SlotSet<Node> { _read { yield indexes.value.unselectableNodes } }
    /// Edges that gestures do not select.
    public var unselectableEdges: SlotSet<Edge> { _read { yield indexes.value.unselectableEdges } }
    /// Edges with a z above 0; usually there are none, and then no hit needs the z of an edge.
    var raisedEdges: SlotSet<Edge> { _read { yield indexes.value.raisedEdges } }

    /// The edges that are drawn to collapsed nodes; a bundle is one item.
    public var bundles: EdgeBundles { _read { yield indexes.value.bundles } }

    /// The drawing of edges.
    public var routes: EdgeRoutes { _read { yield indexes.value.routes } }

    /// Edges that are drawn otherwise than before, though neither they nor their ends have changed.
    var staleRoutes: Log<Edge.Slot> { _read { yield indexes.value.staleRoutes } }

    /// Edges that began or ceased to represent a bundle, or represent others than before.
    var staleBundles: Log<Edge.Slot> { _read { yield indexes.value.staleBundles } }

    /// The points around which clusters must be counted again.
    var stalePlaces: StalePlaces { _read { yield indexes.value.stalePlaces } }

    /// The part of the canvas in which the last upkeep has changed the drawing.
    var redrawn: Redrawn { indexes.value.redrawn }

    /// Is true if the indexes are filled; the first question fills them.
    var isLoaded: Bool { indexes.value.isLoaded }

    /// Is true if the indexes are in step with the document.
    var isCurrent: Bool { indexes.value.isCurrent }

    /// Is true if the parts of long edges are in step, too.
    var hasCurrentParts: Bool { indexes.value.longEdges.isCurrent }

    /// Returns true if neither scene was changed since one was a copy of the other. O(1).
    func isCopy(of other: Scene) -> Bool { indexes.isShared(with: other.indexes) }

    /// Memory of the spatial indexes, in bytes.
    public var bytes: Int { nodes.bytes + edges.bytes + indexes.value.longEdges.bytes }

    /// Calls `body` with every node whose frame is within a distance of a point along both axes.
    @inline(__always)
    func visitNodes(near point: Point, within distance: Double, _ body: (Node.Slot) -> Void) {
        defer { withExtendedLifetime(indexes) {} }
        indexes.value.nodes.reader.visit(near: point, within: distance, body)
    }

    /// Calls `body` with every edge whose curve or label may be near a point, perhaps more than once.
    @inline(__always)
    func visitEdges(near point: Point, within distance: Double, _ body: (Edge.Slot) -> Void) {
        defer { withExtendedLifetime(indexes) {} }
        // A far reach, as at a tiny zoom, is for the index: it does not look up cell after cell.
        guard indexes.value.longEdges.isUsable, distance < LongEdges.side else {
            return indexes.value.edges.reader.visit(near: point, within: distance, body)
        }
        indexes.value.edges.reader.visitShort(near: point, within: distance, body)
        // Visiting the long edges themselves would retain all they hold.
        indexes.value.longEdges.boxes.reader.visitBoxes(near: point, within: distance) { part, box in
            if let edge = indexes.value.longEdges.edge(ofPart: part, in: box, near: point, within: distance) {
                body(edge)
            }
        }
    }

    /// Calls `body` with every drawn edge that begins or ends on a node there, and with its drawn nodes; a self-loop
    /// comes once.
    @inline(__always)
    func visitEdges(of node: Node.Slot, _ document: Document, _ body: (Edge.Slot, EdgeEnds) -> Void) {
        document.visitEdges(of: node) { edge in
            if bundles.version(with: edge) == 0, edges.contains(edge) { body(edge, document.drawnEnds(ofEdge: edge)) }
        }
        bundles.visit(at: node) { body($0, document.drawnEnds(ofEdge: $0)) }
    }

    /// Marks everything that a delta may have moved.
    ///
    /// - Parameter document: as it is after the delta.
    /// - Complexity: O(the elements of the delta).
    mutating func note(_ delta: Delta, _ document: Document) { indexes.value.note(delta, document) }

    /// Brings the indexes in step with the document.
    ///
    /// - Complexity: O(the marked nodes and edges, with descendants and edges of marked nodes); the first time,
    ///   everything.
    public mutating func update(_ document: Document) {
        if isCurrent { return }
        indexes.value.update(document)
    }

    /// Sets the two tasks that share the indexing of a large document.
    public mutating func setIndexing(with forkJoin: ForkJoin) { indexes.value.forkJoin = forkJoin }

    /// Is true if a job should begin that finds routes around nodes, for routes with a known position.
    var wantsRoutingJob: Bool { indexes.address.pointee.routes.wantsJob }

    /// Sets how many lines the searches for routes reach at once; a job does the rest.
    mutating func setRouting(linesAtOnce: Int) { indexes.value.routes.linesAtOnce = linesAtOnce }

    /// Begins a job for the ways round nodes that are still to be found; nil if there is none.
    mutating func beginRoutingJob(_ document: Document) -> RoutingJob? { indexes.value.routes.beginJob(document) }

    /// Takes the routes that a job has found; after `update`.
    mutating func finishRoutingJob(_ found: EdgeRoutes, _ document: Document) {
        indexes.value.finishRoutingJob(found, document)
    }

    /// Sets how many long edges are cut into parts at once; more wait for a job.
    mutating func setCutting(edgesAtOnce: Int) { indexes.value.longEdges.edgesAtOnce = edgesAtOnce }

    /// Is true if a job should begin that cuts long edges, which a question about a point would go through.
    var wantsLongEdgeJob: Bool { indexes.value.longEdges.wantsJob }

    /// Begins a job that cuts long edges; nil if it is not wanted. After `update`.
    mutating func beginLongEdgeJob(_ document: Document) -> LongEdgeJob? {
        indexes.value.beginLongEdgeJob(document)
    }

    /// Takes the long edges that a job has cut.
    mutating func finishLongEdgeJob(_ found: LongEdges) { indexes.value.longEdges.finishJob(found) }

    /// Brings the parts of long edges in step, which only questions about a point go through; after `update`.
    ///
    /// - Complexity: O(the marked long edges and their parts); O(1) if these wait for a job.
    mutating func updateParts(_ document: Document) {
        if !hasCurrentParts { indexes.value.updateParts(document) }
    }
}
