import Geometry
import Graph
import Storage

// What an open gesture displaces in its view, and what becomes of it when elements go.

extension View {
    /// How far a drag has carried a node, in canvas units; nil if it does not carry it.
    @inline(__always)
    public func displacement(of slot: Node.Slot) -> Point? {
        guard case .drag(let drag)? = gesture, drag.carried.contains(slot) else { return nil }
        return drag.offset
    }

    /// The frame that a resize would give a node; nil if it is not the one being resized.
    public func previewFrame(of slot: Node.Slot) -> Rect? {
        guard case .resize(let resize)? = gesture, resize.node == slot else { return nil }
        return resize.frame
    }

    /// The waypoints and the place of the label with which the open gesture shows an edge; nil where it has neither.
    public func previewForm(ofEdge slot: Edge.Slot, _ document: Document) -> EdgeForm? {
        switch gesture {
        case .waypoint(let waypoint) where waypoint.edge == slot: return waypoint.form
        case .label(let label) where label.edge == slot: return label.form
        case .drag(let drag):
            let ends = document.edges.ends(slot)
            let isCarried = drag.carried.contains(ends.source) && drag.carried.contains(ends.target)
            return document.form(ofEdge: slot).map { isCarried ? $0.moved(by: drag.offset) : $0 }
        default: return document.form(ofEdge: slot)
        }
    }

    /// The edge being drawn.
    public var draft: Draft? { gesture?.payload.draft }

    /// Shows, selects and focuses again what was shown, selected and focused when a gesture began.
    mutating func restore(_ origin: GestureOrigin) {
        if motion.running != nil { motion.running = nil }
        viewport = origin.viewport
        motion.isStretched = origin.isStretched
        selection = origin.selection
        if focus != origin.focus { focus = origin.focus }
    }

    /// Lets the open gesture go on without elements that are gone; one that cannot go on is cancelled.
    mutating func forgetInGesture(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        if let ended = ending {
            ending = ended.gesture.without(nodes: nodes, edges: edges).map {
                Ending(question: ended.question, gesture: $0)
            }
        }
        guard let gesture = gesture.take() else { return }
        if let rest = gesture.without(nodes: nodes, edges: edges) {
            self.gesture = rest
        } else {
            var origin = gesture.payload.origin
            origin.forget(nodes: nodes, edges: edges)
            restore(origin)
        }
    }
}

extension View {
    /// Cancels a gesture that moves waypoints or a label when something else has given that edge another form, has locked
    /// or hidden it, or has let it be drawn to a collapsed node: it would write over that.
    mutating func endDisturbedForm(_ delta: Delta, _ document: Document) {
        guard let held = gesture?.payload.reshaped else { return }
        if document.isRedirected(edge: held.edge) {
            try? cancelGesture()
            return
        }
        guard delta.edges.contains(where: { $0.slot == held.edge }) else { return }
        let isFree = document.edges.flags(held.edge).isDisjoint(with: [.locked, .hidden])
        if !isFree || document.form(ofEdge: held.edge) ?? EdgeForm() != held.from { try? cancelGesture() }
    }
}
