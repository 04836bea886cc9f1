import Dialogs
import Graph
import Storage

// The dialog that runs in a view. It is not content: nothing of it is undone.

extension View {
    /// Records the position of the dialog, as far as its elements exist.
    mutating func followDialog(in document: Document) {
        guard let dialog, let node = document.node(dialog.node) else {
            running = nil
            return
        }
        running = Running(node: node, edges: dialog.edges.compactMap { document.edge($0) })
    }

    /// Drops removed elements: no dialog is at a missing node. The run itself notices this when it continues.
    mutating func forgetRunning(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        guard let now = running, now.isAmong(nodes: nodes, edges: edges) else { return }
        if nodes.contains(now.node) {
            running = nil
        } else {
            running?.edges.removeAll { edges.contains($0) }
        }
    }
}

extension View.Running {
    func isAmong(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool {
        nodes.contains(node) || self.edges.contains { edges.contains($0) }
    }
}

extension View {
    /// Begins a dialog, and ends the one that runs here.
    ///
    /// - Parameter node: the start; nil is the start of the document's dialog.
    /// - Throws: `nothingThere` if there is no start.
    public mutating func startDialog(
        at node: Node.Slot?, _ variables: DialogVariables, in document: Document
    ) throws(EditError) {
        dialog = try DialogRun(of: document, at: node, variables)
        followDialog(in: document)
    }

    /// Lets the dialog go on or back.
    ///
    /// - Throws: `nothingThere` if none runs, and errors of `body`; the dialog is then unchanged.
    public mutating func moveDialog(
        in document: Document, _ body: (inout DialogRun, Document) throws(EditError) -> Void
    ) throws(EditError) {
        guard var moved = dialog else { throw View.noDialog }
        try body(&moved, document)
        dialog = moved
        followDialog(in: document)
    }

    /// Ends the dialog, and returns it as it was then.
    ///
    /// - Throws: `nothingThere` if none runs.
    public mutating func stopDialog() throws(EditError) -> DialogRun {
        guard var ended = dialog else { throw View.noDialog }
        ended.end()
        dialog = nil
        running = nil
        return ended
    }

    private static var noDialog: EditError {
        EditError(.nothingThere, "no dialog runs in this view: begin one with `dialog/start`")
    }
}
