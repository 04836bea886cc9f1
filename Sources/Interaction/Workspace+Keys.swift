import Editing
import Geometry
import Graph
import Storage

// What is bound to a chord is done in the view that has the keyboard.

extension Workspace {
    /// Performs the command of a key; false if nothing changed and no event was sent, so that it is left to the front end.
    /// A command that is refused is reported.
    mutating func take(
        _ command: KeyCommand, repeats: Bool, at time: Double, in view: View.Slot, cause: String
    ) throws(EditError) -> Bool {
        if repeats && !command.isRepeatable { return false }
        let before = KeyEffect(windows[view], revision, eventCount)
        if let move = command.focusMove, windows[view].view.gesture == nil {
            // Beyond the last element the front end moves the focus on.
            guard moveFocus(move, in: view) else { return false }
        } else {
            do throws(EditError) {
                try perform(command, repeats: repeats, at: time, in: view, cause: cause)
            } catch {
                try refuse(error, at: windows[view].view.pastePoint, in: view)
            }
        }
        return KeyEffect(windows[view], revision, eventCount) != before
    }

    /// Moves the focus; false if it leaves the view.
    private mutating func moveFocus(_ move: FocusMove, in view: View.Slot) -> Bool {
        switch move {
        case .next, .previous: refreshReading()
        default: break
        }
        let moved = windows[view].view.moveFocus(move, on: stage(of: view), reading)
        if let bounds = moved.bounds { windows[view].reveal(bounds, &content) }
        return moved.isTaken
    }

    /// The nodes and edges that the client of a view is shown as items, in the order in which they are read.
    ///
    /// - Complexity: O(*n* log *n*) in the items; the first time after an edit, with a `readingOrder` of its own, in all that
    ///   can be seen.
    public mutating func shownInReadingOrder(in view: View.Slot) -> (nodes: [Node.Slot], edges: [Edge.Slot]) {
        refreshReading()
        let shown = windows[view].sent.scene.value
        let nodes = document.nodesInOrder(shown.nodes.items.map(\.slot))
        let edges = document.edgesInOrder(shown.edges.items.map(\.slot))
        return (reading?.sorted(nodes) ?? nodes, reading?.sorted(edges) ?? edges)
    }

    /// Puts what can be seen in the order in which it is read, where the settings want another than that of the document.
    private mutating func refreshReading() {
        let order = document.settings.interaction.readingOrder
        if order == .document {
            reading = nil
        } else if reading?.revision != revision || reading?.order != order {
            content.refresh()
            reading = ReadingSequence(document, scene, revision: revision)
        }
    }

    private mutating func perform(
        _ command: KeyCommand, repeats: Bool, at time: Double, in view: View.Slot, cause: String
    ) throws(EditError) {
        switch command {
        case .cancel: return windows[view].cancelFirst(content.document.settings.interaction)
        case .zoomIn, .zoomOut, .fit:
            guard let shown = try windows[view].viewport(after: command, &content),
                shown != windows[view].view.viewport
            else { return }
            windows[view].view.show(shown)
            let actions = windows[view].viewportMoved(content.document.settings.interaction)
            try perform(actions, in: view, at: time, cause: cause)
            return
        default: break
        }
        if windows[view].view.isLedByKeys { return try steer(command, in: view, cause: cause) }
        // What a pointer has begun goes on undisturbed, but for the mode that another selection ends.
        if let gesture = windows[view].view.gesture, gesture.kind != RelateGesture.kind || !command.selects { return }
        let selection = windows[view].view.selection
        var edit: ViewEdit?
        switch command {
        case .selectAll:
            windows[view].view.select(.replace, try content.everythingSelectable())
        case .delete: edit = try content.document.deletion(of: selection)
        case .undo: windows[view].view.select(try undo(1, of: owner(view), cause: cause).delta)
        case .redo: windows[view].view.select(try redo(1, of: owner(view), cause: cause).delta)
        case .duplicate: edit = content.document.duplication(of: selection)
        case .copy:
            guard let fragment = try content.document.fragment(of: selection) else { break }
            report(.copy, at: windows[view].view.pastePoint, in: view) { $0.fragment = fragment }
        case .cut: edit = try content.document.cut(of: selection)
        case .paste: report(.paste, at: windows[view].view.pastePoint, in: view)
        case .select: try windows[view].view.selectFocused(.replace, on: stage(of: view))
        case .toggleSelection: try windows[view].view.selectFocused(.toggle, on: stage(of: view))
        case .connect:
            if let node = windows[view].view.connectionStart { try beginConnection(at: node, nil, in: view) }
        default:
            guard let step = command.nudge else {
                edit = try content.document.arrangement(command, of: selection, windows[view].view.focus)
                break
            }
            guard let nudge = try content.document.nudge(step, selection.nodes) else { break }
            let key = windows[view].input.nudgeKey(
                SlotSet(nudge.roots), repeats: repeats, at: time, revision: revision)
            edit = content.document.edit(nudge, mergeKey: key)
        }
        if let edit { _ = try perform(edit, in: view, cause: cause) }
    }

    // MARK: Connections

    /// Begins a connection led by keys: the ordinary gesture, whose candidate is chosen key by key among the legal
    /// ones.
    private mutating func beginConnection(
        at node: Node.Slot, _ handle: Identifier?, in view: View.Slot
    ) throws(EditError) {
        guard document.isPlaced(node) else { return }
        let at = windows[view].view.viewport.screen(document.frame(node).center)
        let start = GestureStart(ConnectGesture.self) { ($0.node, $0.handle) = (document.nodeID(node), handle) }
        do throws(EditError) {
            try beginGesture(start, GestureOrigin(windows[view].view, at: at, .mouse), in: view, to: at, [])
        } catch {
            // A node that has no handle that starts an edge begins no gesture, as under a pointer.
            if error.isRefusal { throw error }
            return
        }
        windows[view].view.leadByKeys(on: stage(of: view, asksRules: true))
    }

    /// Performs the meaning of a key while keys lead a connection.
    private mutating func steer(_ command: KeyCommand, in view: View.Slot, cause: String) throws(EditError) {
        switch command {
        case .nudgeRight, .nudgeDown, .nudgeRightFar, .nudgeDownFar, .focusNext, .focusRight, .focusDown,
            .nudgeLeft, .nudgeUp, .nudgeLeftFar, .nudgeUpFar, .focusPrevious, .focusLeft, .focusUp:
            let node = windows[view].view.choose(next: command.leadsOn, on: stage(of: view, asksRules: true))
            if let node { windows[view].reveal(document.frame(node), &content) }
        case .select: _ = try endGesture(in: view, cause: cause)
        case .connect:
            guard let start = windows[view].view.nextStart(in: content.document) else { break }
            windows[view].view.abandonGesture()
            try beginConnection(at: start.node, start.handle, in: view)
        default: break
        }
    }
}

/// The state that keys change: two that are equal, before and after a key, say that it did nothing.
private struct KeyEffect: Equatable {
    private let revision: Int
    private let events: Int
    private let viewport: Viewport
    private let selection: Selection
    private let focus: ElementSlot?
    private let gesture: GestureState?
    private let gestureCount: Int
    private let isPressed: Bool

    init(_ window: Window, _ revision: Int, _ events: Int) {
        self.revision = revision
        self.events = events
        viewport = window.view.viewport
        selection = window.view.selection
        focus = window.view.focus
        gesture = window.view.gesture?.state
        gestureCount = window.view.gestureCount
        isPressed = if case .pressed = window.input.pointers.state { true } else { false }
    }
}

extension View {
    /// The point of a paste, in screen points: the resting pointer, else the middle.
    var pastePoint: Point { resting?.at ?? center }
}

extension KeyCommand {
    /// Is true if a key moves to the next handle, and not back.
    fileprivate var leadsOn: Bool {
        switch self {
        case .nudgeRight, .nudgeDown, .nudgeRightFar, .nudgeDownFar, .focusNext, .focusRight, .focusDown: true
        default: false
        }
    }

    /// Is true if it does nothing but select.
    fileprivate var selects: Bool { self == .selectAll || self == .select || self == .toggleSelection }

    /// Is true if a held key repeats the command.
    fileprivate var isRepeatable: Bool {
        switch self {
        case .undo, .redo, .zoomIn, .zoomOut: true
        default: nudge != nil || focusMove != nil
        }
    }
}
