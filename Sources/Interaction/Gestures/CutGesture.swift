import Editing
import Geometry
import Graph
import Storage

/// A stroke across the canvas that removes the edges it crosses.
public struct CutGesture: NamedGesture {
    var origin: GestureOrigin
    /// The points on the canvas, at most `Limits.polygonCorners`: later ones move the last.
    public internal(set) var points: [Point]
    /// The edges the stroke has crossed so far.
    public internal(set) var edges = SlotSet<Edge>()

    init(_ origin: GestureOrigin) {
        self.origin = origin
        points = [origin.anchor]
    }

    /// Goes on with the stroke; each step asks only for edges near it.
    mutating func update(to at: Point, _: Modifiers, on stage: Stage) -> GestureEffect {
        let point = stage.viewport.canvas(at)
        guard let last = points.last, last != point else { return .nothing }
        if points.count >= Limits.polygonCorners { points.removeLast() }
        points.append(point)
        for edge in stage.edges(crossing: Segment(start: last, end: point)) { edges.insert(edge) }
        return .nothing
    }

    mutating func end(on stage: Stage) -> GestureEnd {
        let document = stage.document
        let free = document.edgesInOrder(edges).filter {
            document.edges.flags($0).isDisjoint(with: [.locked, .undeletable])
        }
        let ids = free.map { document.edgeID($0) }
        if ids.isEmpty { return GestureEnd() }
        return GestureEnd(
            edit: ViewEdit("Cut") { (transaction) throws(EditError) in
                try transaction.removeElements(nodes: [], edges: ids)
                return EditMade()
            })
    }

    mutating func forget(nodes _: SlotSet<Node>, edges gone: SlotSet<Edge>) -> Bool {
        edges.subtract(gone)
        return true
    }

    // MARK: Description

    static let kind = Gesture.Kind("cut", coalesces: false)
    static let rows: [GestureRow] = [
        GestureRow("polyline", .points, "cut: the stroke", .drawn),
        GestureRow("edges", .elements, "cut: the edges it has crossed", .drawn), .selection,
    ]
    var values: [GestureValue] { [.places(points), .edges(edges.slots), .selection(nodes: 0, edges: edges.count)] }
    var cursor: Cursor { .crosshair }
}

extension CutGesture {
    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on _: Stage
    ) throws(EditError) {
        self.init(origin)
    }
}

extension Stage {
    /// The visible, unprotected edges whose curve crosses a segment.
    fileprivate func edges(crossing segment: Segment) -> [Edge.Slot] {
        var crossed: [Edge.Slot] = []
        scene.edges.visit(touching: Rect(segment.start, segment.end)) { slot in
            if document.isConcealed(edge: slot) { return }
            guard let path = scene.routes.path(ofEdge: slot, in: document), path.touches(segment) else { return }
            crossed += scene.bundles.edges(with: slot) ?? [slot]
        }
        return crossed.filter { document.edges.flags($0).isDisjoint(with: [.locked, .undeletable]) }
    }
}
