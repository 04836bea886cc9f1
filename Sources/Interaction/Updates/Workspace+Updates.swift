import Graph
import Storage

// What the clients of views are sent.

extension Workspace {
    /// Whether anything in a view may have changed since its last frame.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    public func mayHaveFrame(of view: View.Slot) -> Bool { !views[view].sent.dirty.isEmpty }

    /// Takes what changed in a view since its last frame; nil if nothing did.
    ///
    /// - Parameter heedsCredit: whether a client that has yet to acknowledge frames gets no more of them. What it misses
    ///   comes later, in one frame.
    /// - Complexity: O(what changed and what is visible), whatever the size of the document and of the selection.
    public mutating func takeFrame(of view: View.Slot, heedsCredit: Bool) -> ViewUpdate? {
        if views[view].hoverNeedsUpdate && !views[view].sent.isFirst { renewHover(in: view) }
        if heedsCredit && views[view].sent.isHeldBack { return nil }
        if views[view].mode != .none { refreshItems() }
        let presence = takePresence(of: view)
        return views[view].takeUpdate(editor.document, scene, revision: editor.revision, presence)
    }

    /// The first frame of a view that would be opened now as this one is; what the view has sent stays as it is.
    ///
    /// - Complexity: O(what is visible).
    public mutating func wholeFrame(of view: View.Slot) -> ViewUpdate {
        if views[view].mode != .none { refreshItems() }
        var copy = views[view]
        copy.sent = SentState()
        copy.sent.dirty = .all
        var update =
            copy.takeUpdate(editor.document, scene, revision: editor.revision, presenceOfOthers(in: view))
            ?? copy.emptyUpdate(revision: editor.revision)
        update.number = views[view].sent.number
        return update
    }

    /// Notes up to which frame the client of a view has drawn.
    public mutating func acknowledge(_ frame: Int, in view: View.Slot) {
        let number = views[view].sent.number
        let known = views[view].sent.acknowledged ?? 0
        views[view].sent.acknowledged = max(known, min(frame, number))
    }

    /// Notes whose content a front end has open; nil for none.
    public mutating func edit(_ editing: View.Editing?, in view: View.Slot) {
        views[view].editing = editing
    }

    /// Gives the focus of the keyboard to an element; nil takes it away.
    public mutating func focus(_ element: View.Element?, in view: View.Slot) {
        views[view].focus = element
    }

    /// Changes which edges are animated in a view.
    public mutating func animate(_ operation: Selection.Operation, _ edges: SlotSet<Edge>, in view: View.Slot) {
        var animated = Selection()
        animated.edges = views[view].animated
        var other = Selection()
        other.edges = edges
        animated.apply(operation, other)
        views[view].animated = animated.edges
    }
}
