import Editing
import Geometry
import Graph
import Storage

// What an open gesture shows stays true while the document changes.

/// The changes of a document that may have outdated an open gesture, or an object held over a view.
///
/// It is computed again before the next frame, as if the last event came once more.
struct Disturbance: Sendable {
    /// Is true if it is computed again after any change of the drawing.
    private(set) var isCertain: Bool
    /// The last known version of the drawing.
    let drawing: Int

    /// - Parameters:
    ///   - heed: of the open gesture; nil for none.
    ///   - drawing: the version of the drawing before the scene follows the change.
    init(of heed: GestureHeed?, by delta: Delta, _ document: Document, drawing: Int) {
        self.drawing = drawing
        isCertain = heed.isTouched(by: delta, document)
    }

    /// Computes an object held over a view again, when the view moves below it.
    static let ofPlace = Disturbance(isCertain: true, drawing: -1)

    private init(isCertain: Bool, drawing: Int) { (self.isCertain, self.drawing) = (isCertain, drawing) }

    mutating func add(_ other: Disturbance) { isCertain = isCertain || other.isCertain }
}

/// The part of the document on which an open gesture depends, besides the drawing around it.
struct GestureHeed: Sendable {
    /// The nodes that it leads.
    let led: SlotSet<Node>
    /// The node that it resizes, for which its contents count.
    let holder: Node.Slot?
    /// The edge whose form it changes.
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
    /// The number of changed nodes that are checked one by one for an open gesture.
    private static let nodesLookedAt = 64

    /// Returns true if a change has effects that are not visible at a position: rules, edges, nodes of the gesture,
    /// the contents of a resized node, the order of nodes, and groups.
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
    /// Records a change of the document during an open gesture, or while an object is held over the view.
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

    /// Withdraws a disturbance if all changes of the drawing are outside the gesture's region; returns whether it
    /// does.
    mutating func passesOverDisturbance(_ redrawn: Redrawn) -> Bool {
        guard let disturbance, !disturbance.isCertain, redrawn.misses(heeded, since: disturbance.drawing) else {
            return false
        }
        self.disturbance = nil
        return true
    }

    /// The part of the canvas whose drawing affects the open gesture.
    var heeded: Rect {
        mutating get { visible.union(heed?.region ?? .empty).grown(by: View.heededMargin / viewport.zoom) }
    }

    /// The distance outside the view at which handles and lines still count, in screen points.
    private static let heededMargin = 200.0
}

extension NodeChange {
    /// Its parent before its members changed.
    fileprivate func formerParent(in document: Document) -> Node.Slot? {
        guard case .changed(let before?, _) = content else { return nil }
        return before.parent.flatMap { document.node($0) }
    }
}

extension Delta {
    /// The number of edges of a node that are checked for their possible positions.
    private static let edgesLookedAt = 16

    /// Returns true if all changes of the drawing are surely outside a part of the canvas: a few nodes that move, with
    /// straight edges.
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
