import Geometry
import Graph

extension Transaction {
    /// Gives a node the bounds of its visible children, grown by a padding; the children stay in place.
    ///
    /// A collapsed one has that frame when it is opened again.
    ///
    /// - Parameter padding: in canvas units.
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (no child that is shown has a position, a bad padding, or a frame out of the
    ///   range of doubles).
    /// - Complexity: O(the node's children).
    public mutating func fitGroup(_ id: Node.ID, padding: Double = 24) throws(EditError) {
        let slot = try unlocked(id)
        if !(padding >= 0 && padding.isFinite) {
            throw .invalid("a padding is finite and not negative", path: ["padding"])
        }
        var bounds = Rect.empty
        var next = document.nodes.firstChild(of: slot)
        while let child = next {
            if document.nodes.flags(child).isDisjoint(with: [.hidden, .unplaced]) {
                bounds = bounds.union(document.frame(child))
            }
            next = document.nodes.nextSibling(child)
        }
        if bounds.isEmpty { throw .invalid("\"\(id)\" holds no node that is shown and has a position", path: ["id"]) }
        let frame = bounds.grown(by: padding)
        try setOpenFrame(slot, width: frame.width, height: frame.height, position: frame.origin)
    }
}
