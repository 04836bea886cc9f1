import Editing
import Geometry
import Graph
import Storage

// What an open gesture shows stays true while the document changes.

/// The changes of a document that may have made untrue what an open gesture shows, or something held over a view.
///
/// It is asked again before the next frame, as if the last event came once more.
struct Disturbance: Sendable {
    /// Is true if it is asked again wherever something was drawn otherwise.
    private(set) var isCertain: Bool
    /// The version of what is drawn that was known before.
    let drawing: Int

    /// - Parameters:
    ///   - heed: of the open gesture; nil for none.
    ///   - drawing: the version of what is drawn, before the scene is in step with the change.
    init(of heed: GestureHeed?, by delta: Delta, _ document: Document, drawing: Int) {
        self.drawing = drawing
        isCertain = heed.isTouched(by: delta, document)
    }

    /// Asks again what is held over a view that moves below it.
    static let ofPlace = Disturbance(isCertain: true, drawing: -1)

    private init(isCertain: Bool, drawing: Int) { (self.isCertain, self.drawing) = (isCertain, drawing) }

    mutating func add(_ other: Disturbance) { isCertain = isCertain || other.isCertain }
}

/// The part of the document that an open gesture heeds, beside what is drawn where it is.
struct GestureHeed: Sendable {
    /// The nodes that it leads.
    let led: SlotSet<Node>
    /// The node that it resizes, for which its contents count.
    let holder: Node.Slot?
    /// The edge to which it gives another form.
    let shaped: Edge.Slot?
    /// The part of the canvas that it has gone over; empty for none.
    let region: Rect

    init(_ payload: any GesturePayload) {
        led = payload.claims.nodes
        region = payload.region ?? .empty
        switch payload.displaced {
        case .resized(let node, _): (holder, shaped) = (node, nil)
        case .reshaped(let edge, _): (holder, shaped) = (nil, payload.formAtStart == nil ? nil : edge)
        default: (holder, shaped) = (nil, nil)
        }
    }
}

extension GestureHeed? {
    /// The number of changed nodes that are looked at one by one, to find out whether a gesture heeds one of them.
    private static let nodesLookedAt = 64

    /// Returns true if a change is one of what the view does not show at a place: rules, edges, nodes that the gesture leads,
    /// what lies in one that is resized or has left it, the order of nodes, and groups.
    fileprivate func isTouched(by delta: Delta, _ document: Document) -> Bool {
        if !delta.members.isEmpty || !delta.edges.isEmpty || delta.nodes.count > Self.nodesLookedAt { return true }
        // One that comes in has its place in the order where it is drawn.
        let isReordered = delta.nodeOrder.contains { step in
            !delta.nodes.contains { $0.slot == step.slot && $0.isInsertion }
        }
        if isReordered { return true }
        for index in delta.nodes.indices {
            let slot = delta.nodes[index].slot
            if !document.nodes.isAlive(slot) || document.nodes.firstChild(of: slot) != nil { return true }
            guard let self else { continue }
            if self.led.contains(slot) { return true }
            guard let holder = self.holder else { continue }
            if document.nodes.parent(slot) == holder || delta.nodes[index].formerParent(in: document) == holder {
                return true
            }
        }
        return false
    }
}

extension View {
    /// Notes a change of the document below an open gesture, or below what is held over the view.
    mutating func disturb(by delta: Delta, _ document: Document, drawing: Int) {
        if gesture == nil && offering == nil { return }
        note(Disturbance(of: heed, by: delta, document, drawing: drawing))
        dirty.insert(gesture == nil ? .elements : .gesture)
    }

    /// Notes a change below an open gesture that only draws elements otherwise; false if the gesture has to look at it at once.
    ///
    /// - Parameter isRouted: whether edges are drawn around nodes, which may reach anywhere.
    mutating func disturbQuietly(by delta: Delta, _ document: Document, isRouted: Bool, drawing: Int) -> Bool {
        if isFormDisturbed(by: delta, document) { return false }
        let new = Disturbance(of: heed, by: delta, document, drawing: drawing)
        if new.isCertain { return false }
        if resting != nil { hoverNeedsUpdate = true }
        // A view that shows no items has places brought in step only where they may count.
        if mode == .none && !isRouted && delta.misses(heeded, document) { return true }
        note(new)
        dirty.insert(.content)
        return true
    }

    private mutating func note(_ new: Disturbance) {
        if disturbance == nil { disturbance = new } else { disturbance?.add(new) }
    }

    /// Takes back a disturbance if all that was drawn otherwise lies beyond what the open gesture heeds; returns whether it does.
    mutating func passesOverDisturbance(_ redrawn: Redrawn) -> Bool {
        guard let disturbance, !disturbance.isCertain, redrawn.misses(heeded, since: disturbance.drawing) else {
            return false
        }
        self.disturbance = nil
        return true
    }

    /// The part of the canvas in which what is drawn decides what the open gesture shows.
    fileprivate var heeded: Rect {
        mutating get { visible.union(heed?.region ?? .empty).grown(by: View.heededMargin / viewport.zoom) }
    }

    /// The distance beyond the view at which handles and lines still count, in screen points.
    private static let heededMargin = 200.0
}

extension Workspace {
    /// Asks the open gesture, and what is held over a view, again where a change may have made untrue what they show.
    ///
    /// - Complexity: O(1) where all that was drawn otherwise lies beyond the view, else as the last event.
    mutating func renewGesture(in view: View.Slot) {
        guard let disturbance = windows[view].view.disturbance.take() else { return }
        windows[view].view.dirty.insert(windows[view].view.gesture == nil ? .elements : .gesture)
        if !disturbance.isCertain {
            content.refreshItems()
            if content.scene.redrawn.misses(windows[view].view.heeded, since: disturbance.drawing) { return }
        }
        if windows[view].view.gesture != nil {
            if let led = windows[view].view.led {
                // Where it cannot go on it stays as it is, as after the event itself.
                try? advanceGesture(in: view, to: led.at, led.modifiers)
            } else {
                windows[view].view.redrawGesture(on: stage(of: view, asksRules: true))
                windows[view].view.askAboutDraft(&questions, content.document)
            }
        }
        if windows[view].view.offering != nil { renewOffering(in: view) }
    }
}

extension NodeChange {
    /// The node in which it lay before its members changed.
    fileprivate func formerParent(in document: Document) -> Node.Slot? {
        guard case .changed(let before?, _) = content else { return nil }
        return before.parent.flatMap { document.node($0) }
    }
}

extension Delta {
    /// The number of edges of a node that are looked at to find out where they may be drawn.
    private static let edgesLookedAt = 16

    /// Returns true if all that it draws otherwise surely lies beyond a part of the canvas: a few nodes that move, with edges
    /// that lead straight from one to another.
    fileprivate func misses(_ part: Rect, _ document: Document) -> Bool {
        nodes.allSatisfy { change in
            guard case .same = change.content, document.isPlaced(change.slot) else { return false }
            let after = document.frame(change.slot)
            let before = change.before.position + document.parentOrigin(change.slot)
            let size = Size(
                width: max(after.width, change.before.width), height: max(after.height, change.before.height))
            let moved = after.union(Rect(origin: before, size: size))
            var count = 0
            var isFar = moved.isFinite && !moved.touches(part)
            document.visitEdges(of: change.slot) { edge in
                count += 1
                guard isFar, count <= Delta.edgesLookedAt else { return }
                let ends = document.drawnEnds(ofEdge: edge)
                let whole = moved.union(document.frame(ends.source)).union(document.frame(ends.target))
                // Curves and lanes reach beyond their ends, but no farther than these are apart.
                isFar =
                    !document.edges.flags(edge).contains(.bent)
                    && !whole.grown(by: max(whole.width, whole.height)).touches(part)
            }
            return isFar && count <= Delta.edgesLookedAt
        }
    }
}
