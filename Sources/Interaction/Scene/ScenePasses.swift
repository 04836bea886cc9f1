import EdgeRouting
import Geometry
import Graph
import Storage

/// A pass over the nodes for a scene that is made completely.
struct NodePass: Sendable {
    let index: SpatialIndex<Node>
    private(set) var unselectable = SlotSet<Node>()
    private(set) var concealed = SlotSet<Node>()

    init(_ document: Document) {
        var items = SpatialIndexItems(capacity: document.nodes.slotCount)
        for index in 0..<document.nodes.slotCount {
            let slot = Node.Slot(index: index)
            guard document.nodes.isAlive(slot) else {
                items.append(nil)
                continue
            }
            let flags = document.nodes.flags(slot)
            if flags.contains(.unselectable) { unselectable.insert(slot) }
            let isInside = document.nodes.parent(slot) != nil
            if flags.contains(.hidden) || (isInside && document.isConcealed(slot)) {
                concealed.insert(slot)
                items.append(nil)
            } else {
                items.append(flags.contains(.unplaced) ? nil : document.frame(slot))
            }
        }
        index = SpatialIndex(items)
    }
}

/// A pass over the edges for a scene that is made completely.
struct EdgePass: Sendable {
    private(set) var unselectable = SlotSet<Edge>()
    private(set) var concealed = SlotSet<Edge>()
    private(set) var raised = SlotSet<Edge>()
    /// The edges for `LongEdges`.
    private(set) var long: [Edge.Slot] = []
    /// The edges drawn to collapsed nodes; only some of them get bounds.
    private(set) var redirected: [Edge.Slot] = []
    /// The edges that go round nodes, whose bounds are those of their own ends for now.
    private(set) var routed: [Edge.Slot] = []
    private var items: SpatialIndexItems

    /// All edges; each of two tasks processes one half.
    init(_ document: Document, _ forkJoin: ForkJoin) {
        let count = document.edges.slotCount
        guard forkJoin.isParallel else {
            self.init(document, 0..<count)
            return
        }
        let middle = count / 2
        let (right, left) = forkJoin.both {
            EdgePass(document, middle..<count)
        } _: {
            EdgePass(document, 0..<middle)
        }
        self = left
        unselectable.formUnion(right.unselectable)
        concealed.formUnion(right.concealed)
        raised.formUnion(right.raised)
        long += right.long
        redirected += right.redirected
        routed += right.routed
        items.append(right.items)
    }

    private init(_ document: Document, _ slots: Range<Int>) {
        items = SpatialIndexItems(capacity: document.edges.slotCount - slots.lowerBound)
        var bounds = EdgeBounds(document.settings)
        for index in slots {
            if (index - slots.lowerBound) % EdgeBounds.batch == 0 {
                bounds.touchEnds(ofEdges: index..<min(index + EdgeBounds.batch, slots.upperBound), in: document)
            }
            items.append(look(at: Slot(index: index), &bounds, document))
        }
    }

    /// The bounds of an edge that is shown.
    @inline(__always)
    private mutating func look(at slot: Edge.Slot, _ bounds: inout EdgeBounds, _ document: borrowing Document) -> Rect?
    {
        guard document.edges.isAlive(slot) else { return nil }
        let flags = document.edges.flags(slot)
        if flags.contains(.unselectable) { unselectable.insert(slot) }
        if document.isConcealed(edge: slot) {
            concealed.insert(slot)
            return nil
        }
        if document.isRedirected(edge: slot) {
            redirected.append(slot)
            return nil
        }
        if bounds.isRouted(flags) { routed.append(slot) }
        if document.z(ofEdge: slot) > 0 { raised.insert(slot) }
        let bounds = bounds.bounds(ofEdge: slot, in: document)
        if let bounds, SpatialIndex<Edge>.isLong(bounds) { long.append(slot) }
        return bounds
    }

    /// Hands over the bounds of all edges, for their index.
    mutating func takeBounds() -> SpatialIndexItems {
        var taken = SpatialIndexItems(capacity: 0)
        swap(&taken, &items)
        return taken
    }
}

extension EdgeRoutes {
    /// Returns the drawing of an edge that is not concealed.
    func drawn(edge slot: Edge.Slot, _ document: Document) -> LongEdges.Drawn? {
        guard let route = route(ofEdge: slot, in: document) else { return nil }
        return (route.path, document.labels(ofEdge: slot, along: route).map(\.box))
    }
}
