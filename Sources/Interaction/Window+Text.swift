import Graph
import Wire

// The text that is open for editing in a view: others may write in it.

extension View.Editing {
    /// The text's path in the data; nil unless the view follows the text.
    var pointer: JSONPointer? { selection == nil ? nil : path.flatMap { JSONPointer($0) } }
}

extension View {
    /// The text that is open for editing; nil if none is, or if the view does not follow it.
    func openText(in document: Document) -> String? {
        guard let editing, let pointer = editing.pointer else { return nil }
        return document.node(at: editing.node).text(at: pointer).map { String(String.UnicodeScalarView($0)) }
    }
}

extension Window {
    /// Comes in step with a change of the text that is open for editing.
    ///
    /// - Parameter texts: the changes up to then.
    mutating func follow(_ texts: TextLog, _ document: Document, revision: Int) {
        guard var editing = view.editing, let pointer = editing.pointer else { return }
        let changes = texts.changes(of: editing.node, at: pointer, since: revision - 1, until: revision)
        if changes == nil {
            let count = document.node(at: editing.node).text(at: pointer)?.count
            editing.selection = editing.selection?.inside(count ?? 0)
        }
        take(changes, &editing)
        if editing != view.editing || !sent.owesNoText { view.edit(editing) }
    }

    private mutating func take(_ changes: [TextLog.Change]?, _ editing: inout View.Editing) {
        guard let changes else {
            sent.typed = nil
            return
        }
        for change in changes {
            let isOwn = change.writer?.string == view.id
            editing.selection = editing.selection?.after(change.change, isOwn: isOwn)
            if !isOwn { sent.typed?.append(change) }
        }
        if let count = sent.typed?.count, count > Limits.textRevisions { sent.typed = nil }
    }
}

extension Workspace {
    /// Records the node whose content a front end has open, with the selected part if the view follows its text.
    ///
    /// - Parameter revision: the document's revision for the selection, after which the view is sent changes; nil is a
    ///   view that does not know the text yet and is sent all of it.
    /// - Throws: `invalidValue` (no text there, not in its range).
    public mutating func edit(_ editing: View.Editing?, asOf revision: Int?, in view: View.Slot) throws(EditError) {
        guard var editing, let pointer = editing.pointer, let selection = editing.selection else {
            windows[view].sent.typed = []
            return windows[view].view.edit(editing)
        }
        guard let text = document.node(at: editing.node).text(at: pointer) else {
            throw .invalid("there is neither a string nor a rich text", path: ["path"])
        }
        let known = windows[view].view.editing
        let isOpen = known?.node == editing.node && known?.path == editing.path && known?.selection != nil
        var changes: [TextLog.Change]?
        if let revision { changes = content.editor.texts.changes(of: editing.node, at: pointer, since: revision) }
        let count = (changes ?? []).reduce(text.count) { $0 - $1.change.growth }
        if changes != nil || revision == nil {
            guard selection.start >= 0, selection.start <= selection.end, selection.end <= count else {
                throw .invalid("the text has \(count) characters", path: ["selection"])
            }
        }
        for change in changes ?? [] {
            editing.selection = editing.selection?.after(change.change, isOwn: false)
        }
        if changes == nil { editing.selection = editing.selection?.inside(text.count) }
        if !isOpen || changes == nil { windows[view].sent.typed = changes }
        windows[view].view.edit(editing)
    }
}

extension View.TextSelection {
    /// The part of it inside a text of a length.
    fileprivate func inside(_ count: Int) -> View.TextSelection {
        let start = min(max(0, start), count)
        return View.TextSelection(start: start, end: min(max(start, end), count))
    }
}
