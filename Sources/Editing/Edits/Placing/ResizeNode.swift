import Geometry
import Graph
import Storage
import Wire

extension Transaction {
    /// Sets the displayed size of a node and, if wanted, its position.
    ///
    /// The children of a node keep their positions on the canvas. A collapsed node gets another `collapsedSize`; its
    /// open size stays, and its children keep their positions in it.
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
        guard document.nodes.flags(slot).contains(.collapsed) else {
            return try setOpenFrame(slot, width: width, height: height, position: position)
        }
        try setCollapsedSize(slot, width: width, height: height)
        guard let position else { return }
        try setPosition(slot, try stored(position, of: slot))
    }

    /// Sets the open frame of a node; its children keep their positions on the canvas.
    ///
    /// - Parameter origin: the origin of its position, on the canvas, if that is known.
    /// - Throws: `invalidValue` (a position out of range).
    mutating func setOpenFrame(
        _ slot: Node.Slot, width: Double, height: Double, position: Point?, from origin: Point? = nil
    ) throws(EditError) {
        var geometry = document.storedGeometry(slot)
        let before = document.isPlaced(slot) ? geometry.position : .zero
        geometry.width = width + 0
        geometry.height = height + 0
        if let position {
            let stored = try stored(position, of: slot, from: origin)
            geometry.x = stored.x + 0
            geometry.y = stored.y + 0
        }
        try setGeometry(slot, geometry)
        guard position != nil else { return }
        try moveChildren(of: slot, by: before - geometry.position)
    }

    /// Returns a node's position from its parent, for a point of the canvas.
    private func stored(
        _ position: Point, of slot: Node.Slot, from origin: Point? = nil
    ) throws(EditError) -> Point {
        let stored = position - (origin ?? document.parentOrigin(slot))
        if !stored.isFinite { throw .invalid("a position is finite", path: ["position"]) }
        return stored
    }

    private mutating func setCollapsedSize(_ slot: Node.Slot, width: Double, height: Double) throws(EditError) {
        let shown = document.nodes.geometry(slot)
        if shown.width == width && shown.height == height { return }
        var node = document.node(at: slot)
        let stored = node.members.withUnsafeBufferPointer { JSONMembers.value("collapsedSize", in: $0) }
        var size = stored?.objectValue ?? [:]
        size["width"] = .number(width + 0)
        size["height"] = .number(height + 0)
        node.members = JSONMembers.setting([("collapsedSize", JSON.object(size).text)], in: node.members)
        try replace(slot, with: node)
    }

    /// Gives nodes one size; their top-left corners and their children stay. Collapsed ones get another
    /// `collapsedSize`.
    ///
    /// - Parameters:
    ///   - width: nil keeps the widths, unless the height is nil too: then both are those of the first node.
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
            if document.nodes.flags(slot).contains(.collapsed) {
                let shown = isLikeFirst ? model : document.nodes.geometry(slot)
                try setCollapsedSize(slot, width: width ?? shown.width, height: height ?? shown.height)
                continue
            }
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
