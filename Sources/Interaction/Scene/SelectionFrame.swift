import Geometry
import Graph
import Storage

extension Document {
    /// The greatest number of selected nodes that have a frame around them.
    private static let mostFramed = 1000

    /// The rectangle around what is selected, whose corners scale it: around the nodes that have a position and are not
    /// locked. Nil where these lie in one of them, where none is shown, and where they are too many.
    ///
    /// - Complexity: O(the selected nodes), of which there are few.
    func selectionFrame(_ selection: SlotSet<Node>) -> Rect? {
        guard selection.count > 1, selection.count <= Document.mostFramed else { return nil }
        let roots = outermost(placedAndUnlocked(selection))
        guard roots.count > 1, roots.contains(where: { !isConcealed($0) }) else { return nil }
        let frame = bounds(of: roots)
        return frame.isFinite ? frame : nil
    }

    /// The rectangle around the nodes of some that are shown; around all if none is.
    func bounds(of slots: [Node.Slot]) -> Rect { measured(slots).reduce(Rect.empty) { $0.union(frame($1)) } }
}
