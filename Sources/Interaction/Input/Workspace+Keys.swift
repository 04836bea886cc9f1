import Editing
import Geometry
import Graph
import Storage

// What is bound to a chord is done in the view that has the keyboard.

extension Workspace {
    /// Does what a key is bound to; false if it is left to the front end.
    mutating func take(
        _ command: KeyCommand, _ event: KeyEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> Bool {
        if event.isRepeat && !command.isRepeatable { return true }
        switch command {
        case .cancel:
            windows[view].cancelFirst(content.document.settings.interaction)
            return true
        case .zoomIn, .zoomOut, .fit:
            guard let shown = viewport(after: command, in: view), shown != windows[view].view.viewport else {
                return true
            }
            windows[view].view.show(shown)
            try followViewport(in: view, at: event.time, cause: cause)
            return true
        default: break
        }
        if windows[view].view.isLedByKeys { return try steer(command, in: view, cause: cause) }
        // What a pointer has begun goes on undisturbed.
        if windows[view].view.gesture != nil { return false }
        return try perform(command, at: event, in: view, cause: cause)
    }

    private mutating func perform(
        _ command: KeyCommand, at event: KeyEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> Bool {
        if let move = command.focusMove {
            let moved = windows[view].view.moveFocus(move, on: stage(of: view))
            if let bounds = moved.bounds { reveal(bounds, in: view) }
            return moved.isTaken
        }
        let selection = windows[view].view.selection
        var edit: ViewEdit?
        switch command {
        case .selectAll:
            if let everything = document.everythingSelectable() { windows[view].view.select(.replace, everything) }
        case .delete: edit = content.document.deletion(of: selection)
        case .undo: windows[view].view.select(try undo(1, of: owner(view), cause: cause).delta)
        case .redo: windows[view].view.select(try redo(1, of: owner(view), cause: cause).delta)
        case .duplicate: edit = content.document.duplication(of: selection)
        case .copy:
            if selection.isEmpty { break }
            let fragment = try content.document.fragment(nodes: selection.nodes.slots, edges: selection.edges.slots)
            report(.copy, at: windows[view].view.pastePoint, in: view) { $0.fragment = fragment }
        case .cut: edit = content.document.cut(of: selection)
        case .paste: report(.paste, at: windows[view].view.pastePoint, in: view)
        case .select: windows[view].view.selectFocused(.replace, on: stage(of: view))
        case .toggleSelection: windows[view].view.selectFocused(.toggle, on: stage(of: view))
        case .connect: if let node = windows[view].view.connectionStart { beginConnection(at: node, nil, in: view) }
        default:
            guard let step = command.nudge, let nudge = content.document.nudge(step, selection.nodes) else { break }
            let key = windows[view].input.nudgeKey(SlotSet(nudge.roots), at: event, revision: revision)
            edit = content.document.edit(nudge, mergeKey: key)
        }
        if let edit { _ = try perform(edit, in: view, cause: cause) }
        return true
    }

    /// The viewport that a key leads to; nil where the settings want none.
    private mutating func viewport(after command: KeyCommand, in view: View.Slot) -> Viewport? {
        let settings = document.settings.interaction
        guard settings.zoomEnabled else { return nil }
        if command == .fit {
            guard settings.panEnabled, let bounds = content.contentBounds() else { return nil }
            return fitting(bounds, in: view)
        }
        let factor = command == .zoomIn ? 1.2 : 1 / 1.2
        let target = zoomed(view, to: windows[view].view.viewport.zoom * factor)
        return windows[view].view.confined(target, settings)
    }

    // MARK: Connections

    /// Begins a connection that keys lead: the ordinary gesture, whose candidate is chosen key by key among the legal ones.
    private mutating func beginConnection(at node: Node.Slot, _ handle: Identifier?, in view: View.Slot) {
        guard document.isPlaced(node) else { return }
        let at = windows[view].view.viewport.screen(document.frame(node).center)
        let start = GestureStart.connect(node: document.nodeID(node), handle: handle)
        // What cannot be connected begins no gesture, as under a pointer.
        try? beginGesture(start, GestureOrigin(windows[view].view, at: at, .mouse), in: view, to: at, [])
        windows[view].view.leadByKeys(on: stage(of: view, asksRules: true))
    }

    /// Does what a key means while keys lead a connection; false if it means nothing.
    private mutating func steer(_ command: KeyCommand, in view: View.Slot, cause: String) throws(EditError) -> Bool {
        switch command {
        case .nudgeRight, .nudgeDown, .nudgeRightFar, .nudgeDownFar, .focusNext, .focusRight, .focusDown:
            choose(next: true, in: view)
        case .nudgeLeft, .nudgeUp, .nudgeLeftFar, .nudgeUpFar, .focusPrevious, .focusLeft, .focusUp:
            choose(next: false, in: view)
        case .select: _ = try endGesture(in: view, cause: cause)
        case .connect:
            guard let start = windows[view].view.nextStart(in: content.document) else { break }
            try? windows[view].view.cancelGesture()
            beginConnection(at: start.node, start.handle, in: view)
        default: return false
        }
        return true
    }

    private mutating func choose(next isNext: Bool, in view: View.Slot) {
        let node = windows[view].view.choose(next: isNext, on: stage(of: view, asksRules: true))
        if let node { reveal(document.frame(node), in: view) }
    }

    /// Shows bounds that lie wholly outside of a view, by the least pan.
    private mutating func reveal(_ bounds: Rect, in view: View.Slot) {
        let settings = document.settings.interaction
        let shown = windows[view].view.visible
        let isOutside =
            bounds.maxX <= shown.minX || bounds.minX >= shown.maxX || bounds.maxY <= shown.minY
            || bounds.minY >= shown.maxY
        guard isOutside, bounds.isFinite, settings.panEnabled else { return }
        var next = revealing(bounds, in: view)
        if !settings.zoomEnabled, next.zoom != windows[view].view.viewport.zoom {
            // What would fit only by a zoom is shown by its middle.
            next = revealing(Rect(bounds.center, bounds.center), in: view)
        }
        windows[view].view.show(windows[view].view.confined(next, settings))
    }
}

extension View {
    /// Where something is pasted, in screen points: where the pointer rests, else in the middle.
    var pastePoint: Point { resting?.at ?? center }
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
