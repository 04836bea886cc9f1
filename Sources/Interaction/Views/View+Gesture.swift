import Geometry
import Graph
import Storage

// What an open gesture displaces in its view, and what becomes of it when elements go.

extension View {
    /// The frame of a node as the open gesture shows it.
    public func shownFrame(of slot: Node.Slot, _ document: Document) -> Rect {
        let frame = document.frame(slot)
        switch gesture?.payload.displaced {
        case .moved(let nodes, let offset, _)? where nodes.contains(slot): return frame.offset(by: offset)
        case .resized(slot, let shown)?: return shown
        default: return frame
        }
    }

    /// The waypoints and the label position with which the open gesture shows an edge; nil if it has neither.
    public func shownForm(ofEdge slot: Edge.Slot, _ document: Document) -> EdgeForm? {
        switch gesture?.payload.displaced {
        case .reshaped(slot, let form)?: return form
        case .moved(let nodes, let offset, _)?:
            let ends = document.edges.ends(slot)
            let isCarried = nodes.contains(ends.source) && nodes.contains(ends.target)
            return document.form(ofEdge: slot).map { isCarried ? $0.moved(by: offset) : $0 }
        default: return document.form(ofEdge: slot)
        }
    }

    /// The edge being drawn.
    public var draft: Draft? { gesture?.payload.draft }

    /// Restores the viewport, selection and focus of a gesture's beginning.
    mutating func restore(_ origin: GestureOrigin) {
        if motion.running != nil { motion.running = nil }
        viewport = origin.viewport
        motion.isStretched = origin.isStretched
        selection = origin.selection
        if focus != origin.focus { focus = origin.focus }
    }

    /// Lets the open gesture continue without removed elements; if it cannot, it is cancelled.
    mutating func forgetInGesture(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        if let ended = ending {
            ending = ended.gesture.without(nodes: nodes, edges: edges).map {
                Ending(question: ended.question, gesture: $0)
            }
        }
        guard gesture != nil, let gesture = gesture.take() else { return }
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
    /// Cancels a gesture that moves waypoints or a label when another edit has changed that edge's form, locked or
    /// hidden it, or drawn it to a collapsed node, since the gesture would overwrite this.
    mutating func endDisturbedForm(_ delta: Delta, _ document: Document) {
        guard isFormDisturbed(by: delta, document), let original = gesture?.payload.formAtStart,
            case .reshaped(let edge, _)? = gesture?.payload.displaced
        else { return }
        if document.isRedirected(edge: edge) {
            abandonGesture()
            return
        }
        let isFree = document.edges.flags(edge).isDisjoint(with: [.locked, .hidden])
        if !isFree || document.form(ofEdge: edge) ?? EdgeForm() != original { abandonGesture() }
    }

    /// Returns true if a change touches the edge that the open gesture reshapes, or changes how it is drawn.
    mutating func isFormDisturbed(by delta: Delta, _ document: Document) -> Bool {
        guard let edge = heed?.shaped else { return false }
        return document.isRedirected(edge: edge) || delta.edges.contains { $0.slot == edge }
    }
}
