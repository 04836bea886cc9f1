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
        try checkSize(width, height)
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

    /// Gives nodes one size; their top-left corners and their children stay in place.
    ///
    /// - Parameters:
    ///   - width: nil leaves the widths as they are, unless the height is nil too: then both are those of the first node.
    ///   - height: as the width.
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (a size that is negative or not finite).
    /// - Complexity: O(*n*) for *n* nodes.
    public mutating func resizeNodes(
        _ ids: [Node.ID], width: Double? = nil, height: Double? = nil
    ) throws(EditError) {
        let named = try unlocked(ids)
        try checkSize(width, height)
        guard let first = named.slots.first else { return }
        let isLikeFirst = width == nil && height == nil
        let model = document.nodes.geometry(first)
        for slot in named.slots {
            var geometry = document.storedGeometry(slot)
            if let width = isLikeFirst ? model.width : width { geometry.width = width + 0 }
            if let height = isLikeFirst ? model.height : height { geometry.height = height + 0 }
            if slot != first || !isLikeFirst { try setGeometry(slot, geometry) }
        }
    }

    private func checkSize(_ width: Double?, _ height: Double?) throws(EditError) {
        for (name, value) in [("width", width ?? 0), ("height", height ?? 0)] where !(value >= 0 && value.isFinite) {
            throw .invalid("a size is finite and not negative", path: [name])
        }
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
