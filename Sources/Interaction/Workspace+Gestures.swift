import Editing
import Geometry
import Graph
import Storage

// Gestures that clients lead, and those of pointers and keys: what they ask for, and the edit in which they end.

extension Workspace {
    /// Begins a gesture in a view at a point of the screen; on error nothing has changed.
    ///
    /// - Parameter modifiers: held keys, which drags and resizes heed, of nodes, waypoints and labels.
    public mutating func beginGesture(
        _ start: GestureStart, in view: View.Slot, at: Point, pointer: PointerKind = .mouse, modifiers: Modifiers = []
    ) throws(EditError) -> GestureState {
        try beginGesture(start, GestureOrigin(windows[view].view, at: at, pointer), in: view, to: at, modifiers)
        return try windows[view].view.gestureState()
    }

    /// Begins a gesture at its origin, and follows the pointer to its present position.
    mutating func beginGesture(
        _ start: GestureStart, _ origin: GestureOrigin, in view: View.Slot, to at: Point, _ modifiers: Modifiers
    ) throws(EditError) {
        try windows[view].view.begin(start, origin, on: stage(of: view, asksRules: true))
        try advanceGesture(in: view, to: at, modifiers)
        do throws(EditError) {
            try checkClaims(of: view)
        } catch {
            windows[view].view.abandonGesture()
            throw error
        }
        if windows[view].view.gesture?.kind == DragGesture.kind, document.isTooLargeForDragLayout {
            let error = EditError(.limits, "there are too many nodes or edges for the others to make way for a drag")
            reportRefusal(error, at: at, in: view)
        }
    }

    /// Follows the pointer to a point of the screen.
    public mutating func updateGesture(
        in view: View.Slot, at: Point, modifiers: Modifiers = []
    ) throws(EditError) -> GestureState {
        try advanceGesture(in: view, to: at, modifiers)
        return try windows[view].view.gestureState()
    }

    /// Draws the open draft to a handle, wherever the pointer is.
    ///
    /// - Parameter handle: its id; nil for the first of the node that ends an edge.
    public mutating func updateGesture(
        in view: View.Slot, node: Node.ID, handle: Identifier?
    ) throws(EditError) -> GestureState {
        try windows[view].view.aimGesture(at: node, handle, on: stage(of: view, asksRules: true))
        windows[view].view.askAboutDraft(&questions, content.document)
        return try windows[view].view.gestureState()
    }

    /// Moves the open gesture without computing its effect.
    mutating func advanceGesture(in view: View.Slot, to at: Point, _ modifiers: Modifiers) throws(EditError) {
        try windows[view].view.advanceGesture(to: at, modifiers, on: stage(of: view, asksRules: true))
        windows[view].view.led = (at, modifiers)
        // No draft waits for a client that is asked nothing.
        if questions.topics.contains(.connections) { windows[view].view.askAboutDraft(&questions, content.document) }
    }

    /// Ends the gesture in at most one edit; on error it is cancelled. A draft that is not allowed is reported as refused.
    public mutating func endGesture(in view: View.Slot, cause: String) throws(EditError) -> GestureOutcome {
        renewGesture(in: view)
        let gesture = try windows[view].view.takeGesture()
        do throws(EditError) {
            let end = windows[view].view.end(of: gesture, on: stage(of: view, asksRules: true))
            if let edit = end.postponed {
                var outcome = end.outcome
                outcome.question = windows[view].view.postpone(
                    edit, of: gesture, &questions, content.document, cause: cause)
                return outcome
            }
            if let edit = end.edit {
                let before = revision
                let made = try perform(edit, in: view, cause: cause)
                return end.outcome.adding(made, isChanged: revision != before)
            }
            if let refusal = end.outcome.refusal {
                reportRefusal(refusal.error, at: refusal.at, in: view)
                return end.outcome
            }
            let raised = gesture.payload.origin.raised
            if let raised { _ = try perform(ViewEdit(raising: raised), in: view, cause: cause) }
            return end.outcome
        } catch {
            windows[view].view.restore(gesture.payload.origin)
            throw error
        }
    }

    /// Performs an edit of a view as one change, and selects its results there.
    mutating func perform(_ edit: ViewEdit, in view: View.Slot?, cause: String) throws(EditError) -> EditMade {
        let id = view.map { Identifier(windows[$0].view.id) }
        var options = DocumentEditor.Options(cause: cause, label: edit.label, view: id)
        options.mergeKey = edit.mergeKey
        let made = try perform(options) { (transaction) throws(EditError) in try transaction.perform(edit) }.result
        guard let view else { return made }
        windows[view].view.follow(made, in: content.document)
        if let fragment = made.fragment {
            report(.cut, at: windows[view].view.pastePoint, in: view) { $0.fragment = fragment }
        }
        return made
    }

    /// Toggles an edge; if it would make one that the client must allow, waits for the answer.
    mutating func toggle(
        _ edit: ProposedEdit, of gesture: Gesture, in view: View.Slot, cause: String
    ) throws(EditError) {
        let isDuplicate = document.refusal(of: edit.proposal)?.reason == .duplicate
        if !isDuplicate, let client = questions.rule(windows[view].view.verdicts, document) {
            switch client(edit.proposal) {
            case .unknown, .pending:
                _ = windows[view].view.postpone(edit, of: gesture, &questions, content.document, cause: cause)
                return
            case .refused(let refusal): throw .refused(refusal)
            case .allowed: break
            }
        }
        _ = try perform(ViewEdit(edit), in: view, cause: cause)
    }
}

extension Workspace {
    /// Refuses the open gesture of a view, if it takes elements that the gesture of another view has.
    ///
    /// - Throws: `claimed`, with the elements and who has them.
    func checkClaims(of view: View.Slot) throws(EditError) {
        guard windows.count > 1, let own = windows[view].view.gesture?.payload.claims, !own.isEmpty else { return }
        for other in windows.slots where other != view {
            guard let theirs = windows[other].view.gesture?.payload.claims else { continue }
            let common = own.intersection(theirs)
            if common.isEmpty { continue }
            let presence = windows[other].presence
            throw .claimed(
                nodes: document.nodesInOrder(common.nodes).map { document.nodeID($0) },
                edges: document.edgesInOrder(common.edges).map { document.edgeID($0) },
                by: .init(view: windows[other].view.id, name: presence.name, color: presence.color))
        }
    }

    /// Reports that the gesture of a view has ended because of a change of the document.
    mutating func reportEnd(of gesture: Gesture.Kind, by delta: Delta, in view: View.Slot) {
        let at = windows[view].input.pointers.contacts.first?.at
        report(.ended, at: at ?? windows[view].view.pastePoint, in: view) {
            $0.end = ViewEvent.GestureEnd(gesture: gesture.name, reason: delta.removesElements ? .removed : .changed)
        }
    }
}

extension Delta {
    /// Is true if an element is gone after it.
    fileprivate var removesElements: Bool {
        nodes.contains { $0.goneID != nil } || edges.contains { $0.goneID != nil }
    }
}

extension Workspace {
    /// Computes the open gesture, and an object held over the view, again if a change may have outdated them.
    ///
    /// - Complexity: O(1) if all changes of the drawing are outside the view, else as the last event.
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
