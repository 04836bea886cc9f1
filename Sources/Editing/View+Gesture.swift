import Geometry
import Graph

// What an open gesture displaces in its view, and what becomes of it when elements go.

extension View {
    /// How far a drag has carried a node, in canvas units; nil if it does not carry it.
    @inline(__always)
    public func displacement(of slot: Int32) -> Point? {
        guard case .drag(let drag)? = gesture, drag.carried.contains(slot) else { return nil }
        return drag.offset
    }

    /// The frame that a resize would give a node; nil if it is not the one being resized.
    public func previewFrame(of slot: Int32) -> Rect? {
        guard case .resize(let resize)? = gesture, resize.node == slot else { return nil }
        return resize.frame
    }

    /// The edge being drawn.
    public var draft: Draft? {
        switch gesture {
        case .connect(let connect): connect.draft
        case .reconnect(let reconnect): reconnect.draft
        case .drag, .resize, .marquee, .lasso, .pan, .pinch, .cut, .relate, nil: nil
        }
    }

    /// Shows and selects again what was shown and selected when a gesture began.
    mutating func restore(_ origin: GestureOrigin) {
        if motion.running != nil { motion.running = nil }
        viewport = origin.viewport
        motion.isStretched = origin.isStretched
        selection = origin.selection
    }

    /// Lets the open gesture go on without elements that are gone; one that cannot go on is cancelled.
    mutating func forgetInGesture(nodes: SlotSet, edges: SlotSet) {
        guard var gesture = gesture.take() else { return }
        gesture.forgetSelected(nodes: nodes, edges: edges)
        let goesOn: Bool
        switch gesture {
        case .drag(var drag):
            goesOn = drag.forget(nodes, edges: edges)
            gesture = .drag(drag)
        case .connect(var connect):
            goesOn = !nodes.contains(connect.node)
            connect.draft.forget(nodes)
            connect.byKeys?.forget(nodes)
            gesture = .connect(connect)
        case .reconnect(var reconnect):
            goesOn = !edges.contains(reconnect.edge)
            reconnect.draft.forget(nodes)
            gesture = .reconnect(reconnect)
        case .resize(let resize): goesOn = !nodes.contains(resize.node)
        case .cut(var cut):
            goesOn = true
            cut.edges.subtract(edges)
            gesture = .cut(cut)
        case .relate(var relate):
            goesOn = !nodes.contains(relate.node)
            relate.targets.removeAll { nodes.contains($0.node) }
            gesture = .relate(relate)
        case .marquee, .lasso, .pan, .pinch: goesOn = true
        }
        if goesOn { self.gesture = gesture } else { restore(gesture.origin) }
    }
}

extension Draft {
    fileprivate mutating func forget(_ gone: SlotSet) {
        guard let node = candidate?.node, gone.contains(node) else { return }
        candidate = nil
        refusal = nil
    }
}
