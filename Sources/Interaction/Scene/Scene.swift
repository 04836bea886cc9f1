import Geometry
import Graph
import Routing
import Storage

/// What is derived from a document for questions of place: the spatial indexes of its nodes and edges.
///
/// Deltas only mark what is out of date; the next question brings the indexes in step, so that a hundred edits in a row
/// route an edge once. Only what has a frame or a curve and is not concealed is in an index.
public struct Scene: Sendable {
    private var indexes = CopyOnWrite(SceneIndexes())

    /// A scene of nothing; `update` fills it.
    public init() {}

    /// By the frames of the nodes, on the canvas; as of the last `update`, like all that follows.
    public var nodes: SpatialIndex<Node> { _read { yield indexes.value.nodes } }
    /// By the bounds of curve and label.
    public var edges: SpatialIndex<Edge> { _read { yield indexes.value.edges } }
    /// Elements that are hidden or inside something hidden or collapsed, and edges on those.
    public var concealedNodes: SlotSet<Node> { _read { yield indexes.value.concealedNodes } }
    /// Edges that are hidden, or end on a concealed node.
    public var concealedEdges: SlotSet<Edge> { _read { yield indexes.value.concealedEdges } }
    /// Elements that gestures do not select.
    public var unselectableNodes: SlotSet<Node> { _read { yield indexes.value.unselectableNodes } }
    /// Edges that gestures do not select.
    public var unselectableEdges: SlotSet<Edge> { _read { yield indexes.value.unselectableEdges } }
    /// Edges with a z above 0; where there are none, which is usual, no hit asks for the z of an edge.
    var raisedEdges: SlotSet<Edge> { _read { yield indexes.value.raisedEdges } }

    /// Around which points clusters are to be counted again.
    var stalePlaces: StalePlaces { _read { yield indexes.value.stalePlaces } }

    /// Whether the indexes hold anything; they are filled when something is asked of them.
    var isLoaded: Bool { indexes.value.isLoaded }

    /// Whether the indexes are in step with the document.
    var isCurrent: Bool { indexes.value.isCurrent }

    /// Memory of the spatial indexes, in bytes.
    public var bytes: Int { nodes.bytes + edges.bytes + indexes.value.longEdges.bytes }

    /// Calls `body` with every node whose frame is no farther from a point along either axis.
    @inline(__always)
    func visitNodes(near point: Point, within distance: Double, _ body: (Node.Slot) -> Void) {
        defer { withExtendedLifetime(indexes) {} }
        indexes.value.nodes.reader.visit(near: point, within: distance, body)
    }

    /// Calls `body` with every edge whose curve or label may lie so near to a point, some perhaps more than once.
    @inline(__always)
    func visitEdges(near point: Point, within distance: Double, _ body: (Edge.Slot) -> Void) {
        defer { withExtendedLifetime(indexes) {} }
        // A far reach, as at a tiny zoom, is for the index: it does not look up cell after cell.
        guard indexes.value.longEdges.isComplete, distance < LongEdges.side else {
            return indexes.value.edges.reader.visit(near: point, within: distance, body)
        }
        indexes.value.edges.reader.visitShort(near: point, within: distance, body)
        // To visit the long edges themselves would count references to all they hold.
        indexes.value.longEdges.boxes.reader.visitBoxes(near: point, within: distance) { part, box in
            if let edge = indexes.value.longEdges.edge(ofPart: part, in: box, near: point, within: distance) {
                body(edge)
            }
        }
    }

    /// Marks what a delta may have moved.
    ///
    /// - Parameter document: as it is after the delta.
    /// - Complexity: O(the elements of the delta).
    mutating func note(_ delta: Delta, _ document: Document) { indexes.value.note(delta, document) }

    /// Brings the indexes in step with the document.
    ///
    /// - Parameter forkJoin: where all of a large document is to be indexed, each of two tasks takes a share.
    /// - Complexity: O(what was marked, with the descendants and edges of marked nodes); the first time, all of it.
    public mutating func update(_ document: Document, with forkJoin: ForkJoin = .serial) {
        if isCurrent { return }
        indexes.value.update(document, forkJoin)
    }
}

/// What a scene holds, and how it is kept.
private struct SceneIndexes: Sendable {
    var nodes = SpatialIndex<Node>()
    var edges = SpatialIndex<Edge>()
    var longEdges = LongEdges()
    var concealedNodes = SlotSet<Node>()
    var concealedEdges = SlotSet<Edge>()
    var unselectableNodes = SlotSet<Node>()
    var unselectableEdges = SlotSet<Edge>()
    var raisedEdges = SlotSet<Edge>()

    var stalePlaces = StalePlaces()
    /// Where edges started that start there no more.
    private var formerSources: [Node.Slot] = []
    private var staleNodes: [Node.Slot] = []
    private var staleEdges: [Edge.Slot] = []
    private var isWholeStale = true

    var isLoaded: Bool { !isWholeStale }
    var isCurrent: Bool { !isWholeStale && staleNodes.isEmpty && staleEdges.isEmpty }

    mutating func note(_ delta: Delta, _ document: Document) {
        if isWholeStale { return }
        if delta.members.contains(where: { $0.name == "settings" || $0.name == "types" }) {
            isWholeStale = true
            staleNodes = []
            staleEdges = []
            formerSources = []
            return
        }
        staleNodes.append(contentsOf: delta.nodes.lazy.map(\.slot))
        staleEdges.append(contentsOf: delta.edges.lazy.map(\.slot))
        if delta.edges.count > StalePlaces.limit { return stalePlaces.forgetAll() }
        for change in delta.edges {
            if let source = change.before.flatMap({ document.node($0.source) }) { formerSources.append(source) }
        }
    }

    mutating func update(_ document: Document, _ forkJoin: ForkJoin) {
        if isWholeStale { return load(document, forkJoin) }
        var seen = SlotSet<Node>()
        for slot in staleNodes where seen.insert(slot) {
            update(node: slot, document)
            guard document.nodes.isAlive(slot) else { continue }
            document.visitEdges(of: slot) { staleEdges.append($0) }
            guard document.nodes.firstChild(of: slot) != nil else { continue }
            var inside: [Node.Slot] = []
            document.visitDescendants(of: slot) { inside.append($0) }
            for child in inside where seen.insert(child) {
                update(node: child, document)
                document.visitEdges(of: child) { staleEdges.append($0) }
            }
        }
        var done = SlotSet<Edge>()
        for slot in staleEdges where done.insert(slot) { update(edge: slot, document) }
        for slot in formerSources { stalePlaces.add(nodes.center(of: slot)) }
        formerSources.removeAll()
        staleNodes.removeAll(keepingCapacity: staleNodes.count < 1 << 16)
        staleEdges.removeAll(keepingCapacity: staleEdges.count < 1 << 16)
    }

    private mutating func update(node slot: Node.Slot, _ document: Document) {
        let isAlive = document.nodes.isAlive(slot)
        if isAlive && document.nodes.flags(slot).contains(.unselectable) {
            unselectableNodes.insert(slot)
        } else {
            unselectableNodes.remove(slot)
        }
        let isConcealed = isAlive && document.isConcealed(slot)
        if isConcealed { concealedNodes.insert(slot) } else { concealedNodes.remove(slot) }
        stalePlaces.add(nodes.center(of: slot))
        defer { stalePlaces.add(nodes.center(of: slot)) }
        if isAlive && !isConcealed && document.isPlaced(slot) {
            nodes.set(slot, document.frame(slot))
        } else {
            nodes.remove(slot)
        }
    }

    private mutating func update(edge slot: Edge.Slot, _ document: Document) {
        let isAlive = document.edges.isAlive(slot)
        if isAlive && document.edges.flags(slot).contains(.unselectable) {
            unselectableEdges.insert(slot)
        } else {
            unselectableEdges.remove(slot)
        }
        if isAlive && document.z(ofEdge: slot) > 0 { raisedEdges.insert(slot) } else { raisedEdges.remove(slot) }
        let isConcealed = isAlive && document.isConcealed(edge: slot)
        if isConcealed { concealedEdges.insert(slot) } else { concealedEdges.remove(slot) }
        if isAlive, !isConcealed, let bounds = document.bounds(ofEdge: slot) {
            edges.set(slot, bounds)
        } else {
            edges.remove(slot)
        }
        updateParts(ofEdge: slot, document)
        if isAlive { stalePlaces.add(nodes.center(of: document.edges.ends(slot).source)) }
    }

    private mutating func updateParts(ofEdge slot: Edge.Slot, _ document: Document) {
        guard edges.contains(slot), edges.isLong(slot) else { return longEdges.remove(slot) }
        longEdges.set(slot, document.drawn(edge: slot))
    }

    /// With fewer elements a thread costs more than it gives.
    private static let leastShared = 1 << 14

    private mutating func load(_ document: Document, _ forkJoin: ForkJoin) {
        isWholeStale = false
        stalePlaces.forgetAll()
        let isLarge = document.nodes.slotCount + document.edges.slotCount >= SceneIndexes.leastShared
        let forkJoin = isLarge ? forkJoin : .serial
        var found = EdgePass(document, forkJoin)
        let (nodesFound, (edges, longEdges)) = forkJoin.both {
            NodePass(document)
        } _: {
            (SpatialIndex<Edge>(found.takeBounds()), LongEdges(found.long) { document.drawn(edge: $0) })
        }
        (nodes, self.edges, self.longEdges) = (nodesFound.index, edges, longEdges)
        (unselectableNodes, concealedNodes) = (nodesFound.unselectable, nodesFound.concealed)
        (unselectableEdges, concealedEdges, raisedEdges) = (found.unselectable, found.concealed, found.raised)
    }
}
