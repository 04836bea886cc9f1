import Editing
import Geometry
import Graph
import Storage

// Keys: what is bound to a chord is done in the view that has the keyboard.

extension Workspace {
    /// Takes what a key did.
    ///
    /// - Parameter cause: the method to which a change of the document is put down.
    public mutating func receive(_ event: KeyEvent, in view: View.Slot, cause: String) throws(EditError) -> InputAnswer
    {
        let waiting = questions.ends.count
        if let modifier = event.modifier { try hold(modifier, event, in: view, cause: cause) }
        var action: String?
        if event.phase == .down,
            let command = document.settings.interaction.keyBindings.command(
                for: event.key, code: event.code, event.modifiers),
            try take(command, event, in: view, cause: cause)
        {
            action = command.rawValue
        }
        var answer = InputAnswer(gesture: views[view].gesture?.kind.rawValue, action: action)
        answer.question = questions.question(ofEndAfter: waiting)
        return answer
    }

    /// Lets the gesture that a contact leads heed the modifiers that are held now.
    private mutating func hold(
        _ modifier: Modifiers, _ event: KeyEvent, in view: View.Slot, cause: String
    ) throws(EditError) {
        let held =
            event.phase == .down ? event.modifiers.union(modifier) : event.modifiers.subtracting(modifier)
        let actions = views[view].pointers.hold(held, pointerContext(of: view))
        try perform(actions, in: view, at: event.time, cause: cause)
    }

    /// Does what a key is bound to; false if it is left to the front end.
    private mutating func take(
        _ command: KeyCommand, _ event: KeyEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> Bool {
        if event.isRepeat && !command.isRepeatable { return true }
        switch command {
        case .cancel:
            cancelFirst(in: view)
            return true
        case .zoomIn, .zoomOut, .fit:
            try zoom(command, at: event, in: view, cause: cause)
            return true
        default: break
        }
        if case .connect(let connect)? = views[view].gesture, connect.isLedByKeys {
            return try steer(command, in: view, cause: cause)
        }
        // What a pointer has begun goes on undisturbed.
        if views[view].gesture != nil { return false }
        return try perform(command, at: event, in: view, cause: cause)
    }

    private mutating func perform(
        _ command: KeyCommand, at event: KeyEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> Bool {
        if let step = command.nudge { try nudge(step, at: event, in: view, cause: cause) }
        if let move = command.focusMove { return moveFocus(move, in: view) }
        switch command {
        case .selectAll: if let everything = everythingSelectable() { select(.replace, everything, in: view) }
        case .delete: try deleteSelected(in: view, cause: cause)
        case .undo: select(try undo(1, of: owner(view), cause: cause).delta, in: view)
        case .redo: select(try redo(1, of: owner(view), cause: cause).delta, in: view)
        case .duplicate: try duplicateSelected(in: view, cause: cause)
        case .copy: try copySelected(in: view)
        case .cut: try cutSelected(in: view, cause: cause)
        case .paste: askForPaste(in: view)
        case .select: selectFocused(.replace, in: view)
        case .toggleSelection: selectFocused(.toggle, in: view)
        case .connect: connectByKeys(in: view)
        default: break
        }
        return true
    }

    /// Ends the open gesture without a trace; without one, lets go of a press, else of the selection, else of the focus.
    private mutating func cancelFirst(in view: View.Slot) {
        if views[view].gesture != nil {
            try? cancelGesture(in: view)
            views[view].pointers.drop()
        } else if case .pressed = views[view].pointers.state {
            views[view].pointers.drop()
        } else if !views[view].selection.isEmpty {
            if document.settings.interaction.selectionEnabled { views[view].selection = Selection() }
        } else if views[view].focus != nil {
            views[view].focus = nil
        }
    }

    // MARK: Selection

    private mutating func selectFocused(_ operation: Selection.Operation, in view: View.Slot) {
        guard let focus = views[view].focus, document.settings.interaction.selectionEnabled else { return }
        let other = selectable(focus)
        if other.isEmpty { return }
        select(document.settings.interaction.multiSelectionEnabled ? operation : .replace, whole: other, in: view)
    }

    // MARK: Zoom

    private mutating func zoom(
        _ command: KeyCommand, at event: KeyEvent, in view: View.Slot, cause: String
    ) throws(EditError) {
        let settings = document.settings.interaction
        var shown = views[view].viewport
        if command == .fit {
            guard settings.panEnabled, settings.zoomEnabled, let bounds = contentBounds() else { return }
            shown = fitting(bounds, in: view)
        } else {
            guard settings.zoomEnabled else { return }
            let factor = command == .zoomIn ? 1.2 : 1 / 1.2
            let target = zoomed(view, by: factor)
            shown = views[view].confined(target, settings)
        }
        if shown == views[view].viewport { return }
        show(shown, in: view)
        try followViewport(in: view, at: event.time, cause: cause)
    }
}

extension KeyCommand {
    /// Whether a key that is held does it again and again.
    fileprivate var isRepeatable: Bool {
        switch self {
        case .undo, .redo, .zoomIn, .zoomOut: true
        default: nudge != nil || focusMove != nil
        }
    }
}
