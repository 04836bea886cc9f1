import Geometry
import Graph
import Storage

extension Transaction {
    /// Gives a node a size and, if wanted, another place; its children keep their places on the canvas.
    ///
    /// - Parameter position: the top-left corner on the canvas.
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (a size that is negative or not finite, a position out of
    ///   range).
    /// - Complexity: O(the node's children) if it moves, else O(1).
    public mutating func resizeNode(
        _ id: Node.ID, width: Double, height: Double, position: Point? = nil
    ) throws(EditError) {
        let slot = try unlocked(id)
        for (name, value) in [("width", width), ("height", height)] where !(value >= 0 && value.isFinite) {
            throw .invalid("a size is finite and not negative", path: [name])
        }
        var geometry = document.storedGeometry(slot)
        let before = document.isPlaced(slot) ? geometry.position : .zero
        geometry.width = width + 0
        geometry.height = height + 0
        if let position {
            let stored = position - document.parentOrigin(slot)
            geometry.x = stored.x + 0
            geometry.y = stored.y + 0
            if !stored.isFinite { throw .invalid("a position is finite", path: ["position"]) }
        }
        try setGeometry(slot, geometry)
        guard position != nil else { return }
        try moveChildren(of: slot, by: before - geometry.position)
    }

    /// Moves the children of a node inside it.
    private mutating func moveChildren(of slot: Node.Slot, by offset: Point) throws(EditError) {
        if offset == .zero { return }
        var next = document.nodes.firstChild(of: slot)
        while let child = next {
            var geometry = document.storedGeometry(child)
            if !geometry.x.isNaN {
                geometry.x += offset.x
                geometry.y += offset.y
                try setGeometry(child, geometry)
            }
            next = document.nodes.nextSibling(child)
        }
    }
}
