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

    /// - Parameter drawing: the version of what is drawn, before the scene is in step with the change.
    init(of view: borrowing View, by delta: Delta, _ document: Document, drawing: Int) {
        self.drawing = drawing
        isCertain = view.isTouched(by: delta, document)
    }

    mutating func add(_ other: Disturbance) { isCertain = isCertain || other.isCertain }
}

extension View {
    /// The number of changed nodes that are looked at one by one, to find out whether a gesture heeds one of them.
    private static let nodesLookedAt = 64

    /// Notes a change of the document below an open gesture, or below what is held over the view.
    mutating func disturb(by delta: Delta, _ document: Document, drawing: Int) {
        if gesture == nil && offering == nil { return }
        let new = Disturbance(of: self, by: delta, document, drawing: drawing)
        if disturbance == nil { disturbance = new } else { disturbance?.add(new) }
        dirty.insert(gesture == nil ? .elements : .gesture)
    }

    /// Returns true if a change is one of what the view does not show at a place: rules, edges, nodes that the gesture leads,
    /// and groups.
    fileprivate borrowing func isTouched(by delta: Delta, _ document: Document) -> Bool {
        if !delta.members.isEmpty || !delta.edges.isEmpty || delta.nodes.count > View.nodesLookedAt { return true }
        let led = gesture?.payload.claims.nodes
        return delta.nodes.contains {
            !document.nodes.isAlive($0.slot) || document.nodes.firstChild(of: $0.slot) != nil
                || led?.contains($0.slot) == true
        }
    }

    /// The part of the canvas in which what is drawn decides what the open gesture shows.
    fileprivate var heeded: Rect {
        if let gesture, gesture.payload.selects || gesture.kind == CutGesture.kind { return .everything }
        let reach = View.heededMargin / viewport.zoom
        return visible.grown(by: reach)
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
