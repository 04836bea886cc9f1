import Geometry
import Graph
import Storage

extension Document {
    /// The greatest number of selected nodes that have a frame around them.
    private static let mostFramed = 1000

    /// The rectangle around the selection, whose corners scale it: around the nodes that have a position and are not
    /// locked. Nil if they are in one of them, if none is visible or none can change its size, or if they are too
    /// many.
    ///
    /// - Complexity: O(the selected nodes), which are few.
    func selectionFrame(_ selection: SlotSet<Node>) -> Rect? {
        guard selection.count > 1, selection.count <= Document.mostFramed else { return nil }
        let roots = outermost(placedAndUnlocked(selection))
        guard roots.count > 1, roots.contains(where: { !isConcealed($0) }),
            roots.contains(where: { isResizable($0) })
        else { return nil }
        let frame = bounds(of: roots)
        return frame.isFinite ? frame : nil
    }

    /// Returns true if a hand can give a node another size: it is not locked, and its type allows more than one.
    func isResizable(_ slot: Node.Slot) -> Bool {
        if nodes.flags(slot).contains(.locked) { return false }
        guard !nodes.flags(slot).contains(.collapsed), let least = minSize(slot), let most = maxSize(slot) else {
            return true
        }
        let size = frame(slot).size
        return size.width > least.width || size.height > least.height || size.width < most.width
            || size.height < most.height
    }

    /// The rectangle around the nodes of some that are shown; around all if none is.
    func bounds(of slots: [Node.Slot]) -> Rect { measured(slots).reduce(Rect.empty) { $0.union(frame($1)) } }
}
