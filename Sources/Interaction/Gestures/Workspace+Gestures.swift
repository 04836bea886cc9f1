import Editing
import Geometry
import Graph
import Storage

extension Workspace {
    /// Begins a gesture in a view at a point of the screen; on error nothing has changed.
    ///
    /// - Parameter modifiers: held keys, which drags and resizes heed, of nodes, waypoints and labels.
    public mutating func beginGesture(
        _ start: GestureStart, in view: View.Slot, at: Point, pointer: PointerKind = .mouse, modifiers: Modifiers = []
    ) throws(EditError) -> GestureState {
        try beginGesture(start, GestureOrigin(views[view], at: at, pointer), in: view, to: at, modifiers)
        return try state(in: view)
    }

    /// Begins a gesture where its origin says, and follows the pointer to where it has come since.
    mutating func beginGesture(
        _ start: GestureStart, _ origin: GestureOrigin, in view: View.Slot, to at: Point, _ modifiers: Modifiers
    ) throws(EditError) {
        if views[view].gesture != nil {
            throw EditError(.gestureOpen, "view \"\(views[view].id)\" has an open gesture; end or cancel it first")
        }
        // A preview would show what its end refuses.
        if isReadOnly && start.edits { throw .readOnly }
        if let setting = start.switchedOff(by: document.settings.interaction) { throw .switchedOff(by: setting) }
        let pulled = views[view].pulled(origin.viewport, document.settings.interaction)
        let gesture = try start.gesture(origin, pulled: pulled, on: stage(of: view))
        if let (node, selects) = gesture.payload.grasped { grasp(node, selects: selects, in: view) }
        // What is grasped must not slide away.
        stopMotion(of: view)
        open(gesture, in: view)
        try advanceGesture(in: view, to: at, modifiers)
    }

    /// Opens a gesture in a view that has none.
    mutating func open(_ gesture: Gesture, in view: View.Slot) {
        views[view].gestureCount += 1
        views[view].verdicts = ClientVerdicts()
        views[view].ending = nil
        views[view].gesture = gesture
    }

    /// Selects and focuses the node under a gesture; in a selection it only gets the focus.
    private mutating func grasp(_ node: Node.Slot, selects: Bool, in view: View.Slot) {
        if selects { return selectOnly(node, in: view) }
        if document.settings.interaction.selectionEnabled { views[view].focus = .node(node) }
    }

    /// Selects a node and nothing else and gives it the focus, where gestures may select it.
    mutating func selectOnly(_ node: Node.Slot, in view: View.Slot) {
        let selection = selectable(.node(node))
        guard document.settings.interaction.selectionEnabled, !selection.isEmpty else { return }
        views[view].selection = selection
        views[view].focus = .node(node)
    }

    /// Follows the pointer to a point of the screen.
    public mutating func updateGesture(
        in view: View.Slot, at: Point, modifiers: Modifiers = []
    ) throws(EditError) -> GestureState {
        try advanceGesture(in: view, to: at, modifiers)
        return try state(in: view)
    }

    /// Moves the open gesture on without asking what it would do.
    mutating func advanceGesture(in view: View.Slot, to at: Point, _ modifiers: Modifiers) throws(EditError) {
        let (gesture, effect) = try takeGesture(in: view).updated(to: at, modifiers, on: stage(of: view))
        apply(effect, in: view)
        views[view].gesture = gesture
        askAboutDraft(in: view)
    }

    private mutating func apply(_ effect: GestureEffect, in view: View.Slot) {
        switch effect {
        case .nothing: break
        case .select(let selection): views[view].selection = selection
        case .show(let viewport, isElastic: true):
            stretch(to: views[view].stretched(viewport, document.settings.interaction), in: view)
        case .show(let viewport, isElastic: false):
            let shown = views[view].confined(viewport, document.settings.interaction)
            if shown != views[view].viewport { views[view].viewport = shown }
        }
    }

    /// Ends the gesture in at most one edit; on error it is cancelled.
    public mutating func endGesture(in view: View.Slot, cause: String) throws(EditError) -> GestureOutcome {
        let gesture = try takeGesture(in: view)
        do throws(EditError) {
            let end = end(of: gesture, in: view)
            if let edit = end.postponed {
                var outcome = end.outcome
                outcome.question = postpone(edit, of: gesture, in: view, cause: cause)
                return outcome
            }
            let raised = gesture.payload.origin.raised
            return try perform(end.edit, end.outcome, in: view, raising: raised, cause: cause)
        } catch {
            views[view].restore(gesture.payload.origin)
            throw error
        }
    }

    private mutating func end(of gesture: Gesture, in view: View.Slot) -> GestureEnd {
        var payload = gesture.payload
        var end = payload.end(on: stage(of: view))
        if gesture.kind == .marquee || gesture.kind == .lasso {
            let selection = views[view].selection
            end.outcome.selection = (selection.nodes.count, selection.edges.count)
        }
        return end
    }

    /// Performs the edit of a gesture, if it has one; what comes of it joins what is known already.
    mutating func perform(
        _ edit: GestureEnd.Edit?, _ known: GestureOutcome, in view: View.Slot?, raising node: Node.ID?, cause: String
    ) throws(EditError) -> GestureOutcome {
        guard let (label, edit) = edit else {
            try raise(node, in: view, cause: cause)
            return known
        }
        var outcome = known
        let before = revision
        let options = options(label, in: view, cause: cause)
        let made = try perform(options) { (transaction) throws(EditError) in
            try transaction.raise(node)
            return try edit(&transaction)
        }.result
        outcome.changed = revision != before
        if let edge = made.edge { outcome.edge = edge }
        if let copies = made.copies {
            outcome.copies = copies
            if let view { select(copies, in: view) }
        }
        return outcome
    }

    /// Brings a node that was pressed to the front, in an undo step of its own.
    mutating func raise(_ node: Node.ID?, in view: View.Slot?, cause: String) throws(EditError) {
        guard let node else { return }
        _ = try perform(options("Reorder", in: view, cause: cause)) { (transaction) throws(EditError) in
            try transaction.raise(node)
        }
    }

    /// Ends the gesture without a trace: selection and viewport are what they were when it began.
    public mutating func cancelGesture(in view: View.Slot) throws(EditError) {
        views[view].restore(try takeGesture(in: view).payload.origin)
    }

    private mutating func takeGesture(in view: View.Slot) throws(EditError) -> Gesture {
        guard let gesture = views[view].gesture.take() else { throw noGesture(in: view) }
        return gesture
    }

    private func state(in view: View.Slot) throws(EditError) -> GestureState {
        guard let gesture = views[view].gesture else { throw noGesture(in: view) }
        return gesture.state
    }

    private func noGesture(in view: View.Slot) -> EditError {
        EditError(.noGesture, "no gesture is open in view \"\(views[view].id)\"")
    }
}

extension Transaction {
    /// Brings a node that was pressed to the front; one that is gone or locked stays.
    fileprivate mutating func raise(_ node: Node.ID?) throws(EditError) {
        guard let node, let slot = document.node(node), !document.nodes.flags(slot).contains(.locked) else { return }
        try reorder([node], to: .front)
    }
}
