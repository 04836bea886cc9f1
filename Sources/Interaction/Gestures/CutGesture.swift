import Editing
import Geometry
import Graph
import Storage

/// A stroke across the canvas that removes the edges it crosses.
public struct CutGesture: Sendable {
    var origin: GestureOrigin
    /// On the canvas, at most `Limits.polygonCorners`: what comes after moves the last.
    public internal(set) var points: [Point]
    /// The edges the stroke has crossed so far.
    public internal(set) var edges = SlotSet()

    init(_ origin: GestureOrigin) {
        self.origin = origin
        points = [origin.anchor]
    }
}

extension Workspace {
    /// Goes on with the stroke; each step asks only for edges near it.
    mutating func update(_ cut: inout CutGesture, to at: Point, in view: Int) {
        let point = views[view].viewport.canvas(at)
        guard let last = cut.points.last, last != point else { return }
        refresh()
        if cut.points.count >= Limits.polygonCorners { cut.points.removeLast() }
        cut.points.append(point)
        for edge in edges(crossing: Segment(start: last, end: point)) { cut.edges.insert(edge) }
    }

    /// The visible edges whose curve crosses a segment, those that are protected left out.
    private func edges(crossing segment: Segment) -> [Int32] {
        var crossed: [Int32] = []
        scene.edges.visit(touching: Rect(segment.start, segment.end)) { slot in
            let flags = document.edges.flags(slot)
            if flags.contains(.locked) || flags.contains(.undeletable) || document.isConcealed(edge: slot) { return }
            if let path = document.path(ofEdge: slot), path.touches(segment) { crossed.append(slot) }
        }
        return crossed
    }

    mutating func end(_ cut: CutGesture, cause: String) throws(EditError) -> GestureOutcome {
        let free = document.edgesInOrder(cut.edges).filter {
            document.edges.flags($0).isDisjoint(with: [.locked, .undeletable])
        }
        let ids = free.map { document.edgeID($0) }
        if ids.isEmpty { return GestureOutcome() }
        let before = revision
        _ = try perform(DocumentEditor.Options(cause: cause, label: "Cut")) { (transaction) throws(EditError) in
            try transaction.removeElements(nodes: [], edges: ids)
        }
        return GestureOutcome(changed: revision != before)
    }
}
