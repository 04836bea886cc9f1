import Dialogs
import Graph
import Storage

// The dialog that runs in a view. It is no content: nothing of it is undone.

extension View {
    /// Notes where the dialog has come to, as far as it is there.
    mutating func followDialog(in document: Document) {
        guard let dialog, let node = document.node(dialog.node) else {
            running = nil
            return
        }
        running = Running(node: node, edges: dialog.edges.compactMap { document.edge($0) })
    }

    /// Forgets elements that are gone: nothing runs at a node that is not there. The run itself notes it when it goes on.
    mutating func forgetRunning(nodes: [Node.Slot], edges: [Edge.Slot]) {
        let (goneNodes, goneEdges) = (SlotSet(nodes), SlotSet(edges))
        if let sentRunning = sent.running ?? nil, sentRunning.isAmong(nodes: goneNodes, edges: goneEdges) {
            sent.running = .none
        }
        guard let now = running, now.isAmong(nodes: goneNodes, edges: goneEdges) else { return }
        if goneNodes.contains(now.node) {
            running = nil
        } else {
            running?.edges.removeAll { goneEdges.contains($0) }
        }
    }
}

extension View.Running {
    fileprivate func isAmong(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool {
        nodes.contains(node) || self.edges.contains { edges.contains($0) }
    }
}

extension Workspace {
    /// Begins a dialog in a view, in place of the one that runs there.
    ///
    /// - Parameter node: where; nil is where the dialog of the document begins.
    /// - Throws: `nothingThere` if there is no such place.
    public mutating func startDialog(
        at node: Node.Slot?, _ variables: DialogVariables, in view: View.Slot
    ) throws(EditError) {
        views[view].dialog = try DialogRun(of: document, at: node, variables)
        views[view].followDialog(in: document)
    }

    /// Lets the dialog of a view go on or back.
    ///
    /// - Throws: `nothingThere` if none runs, and what `body` throws; the dialog is then as it was.
    public mutating func moveDialog(
        in view: View.Slot, _ body: (inout DialogRun, Document) throws(EditError) -> Void
    ) throws(EditError) {
        guard var dialog = views[view].dialog else { throw Workspace.noDialog }
        try body(&dialog, document)
        views[view].dialog = dialog
        views[view].followDialog(in: document)
    }

    /// Ends the dialog of a view, and returns it as it was then.
    ///
    /// - Throws: `nothingThere` if none runs.
    public mutating func stopDialog(in view: View.Slot) throws(EditError) -> DialogRun {
        guard var dialog = views[view].dialog else { throw Workspace.noDialog }
        dialog.end()
        views[view].dialog = nil
        views[view].running = nil
        return dialog
    }

    private static var noDialog: EditError {
        EditError(.nothingThere, "no dialog runs in this view: begin one with `dialog/start`")
    }
}
