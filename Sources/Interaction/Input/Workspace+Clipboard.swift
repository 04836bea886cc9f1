import Editing
import Geometry
import Graph
import Storage

// The clipboard is the front end's: keys that are bound to it report what it is to hold, or that it is wanted.

extension Workspace {
    /// Reports what is selected as a fragment; nothing if nothing is.
    ///
    /// - Throws: `invalidValue`, `limits`.
    mutating func copySelected(in view: View.Slot) throws(EditError) {
        let selection = views[view].selection
        if selection.isEmpty { return }
        let fragment = try document.fragment(nodes: selection.nodes.slots, edges: selection.edges.slots)
        report(.copy, at: pastePoint(in: view), in: view) { $0.fragment = fragment }
    }

    /// Removes what is selected, as far as it may go, and reports that as a fragment.
    ///
    /// - Throws: `invalidValue`, `limits`.
    mutating func cutSelected(in view: View.Slot, cause: String) throws(EditError) {
        let (nodes, edges) = removable(in: view)
        if nodes.isEmpty && edges.isEmpty { return }
        let fragment = try perform(options("Cut", in: view, cause: cause)) {
            (transaction) throws(EditError) in
            try transaction.cut(nodes: nodes, edges: edges)
        }.result
        report(.cut, at: pastePoint(in: view), in: view) { $0.fragment = fragment }
    }

    /// Asks for what the clipboard holds.
    mutating func askForPaste(in view: View.Slot) { report(.paste, at: pastePoint(in: view), in: view) }

    /// Where the pointer rests, else the middle of the view, in screen points.
    private func pastePoint(in view: View.Slot) -> Point {
        let size = views[view].size
        return views[view].resting?.at ?? Point(x: size.width / 2, y: size.height / 2)
    }
}
