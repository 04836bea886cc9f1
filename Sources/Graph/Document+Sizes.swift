import Geometry
import Storage

// The size of a node that follows from what it, its type and front ends say.

extension Document {
    /// Sets the displayed size of a node, which differs while it is collapsed. Only this function decides it.
    mutating func resolve(
        _ geometry: NodeGeometry, _ flags: NodeFlags, at slot: Node.Slot, _ traits: NodeTraits? = nil
    ) {
        var shown = resolved(geometry, flags: flags, slot: slot, traits)
        var flags = flags.subtracting(.shrunk)
        if flags.contains(.collapsed), let size = collapsedSize(slot, flags, traits) {
            nodes.openSizes[slot] = Size(width: shown.width, height: shown.height)
            (shown.width, shown.height) = (size.width, size.height)
            flags.insert(.shrunk)
        }
        nodes.rows[slot].flags = flags.rawValue
        nodes.rows[slot].geometry = shown
    }

    /// The size a node has while it is collapsed: its own, else its type's, else nil.
    private func collapsedSize(_ slot: Node.Slot, _ flags: NodeFlags, _ traits: NodeTraits?) -> Size? {
        if flags.contains(.ownCollapsedSize) {
            return (traits ?? withNodeMembers(slot) { NodeTraits(members: $0) }).collapsedSize
        }
        return nodes.type(slot).flatMap { types[$0]?.collapsedSize }
    }

    /// Shows nodes that were read as if none was collapsed in the size they have.
    mutating func resolveCollapsed(_ slots: [Node.Slot]) {
        for slot in slots { resolve(storedGeometry(slot), nodes.flags(slot), at: slot) }
    }

    /// The size a node has while it is not collapsed: its own, else one that other members state, its type's, or the default.
    private func resolved(
        _ geometry: NodeGeometry, flags: NodeFlags, slot: Node.Slot, _ traits: NodeTraits? = nil
    ) -> NodeGeometry {
        if !geometry.width.isNaN && !geometry.height.isNaN { return geometry }
        var fallback = Size(width: .nan, height: .nan)
        if !flags.isDisjoint(with: [.statedSize, .measured]) {
            var stated = NodeTraits()
            if flags.contains(.statedSize) { stated = traits ?? withNodeMembers(slot) { NodeTraits(members: $0) } }
            if flags.contains(.measured) { stated.measure(nodes.measuredSizes[slot]) }
            fallback = stated.size
        }
        if geometry.width.isNaN && fallback.width.isNaN || geometry.height.isNaN && fallback.height.isNaN {
            let type = nodes.type(slot).flatMap { types[$0] }
            let size = withNodeMembers(slot) { members in
                type?.size(catalog.sites[nodes.handleList(slot)], members: members, flags.shape)
            }
            fallback = fallback.filled(from: size ?? Node.defaultSize)
        }
        var result = geometry
        if geometry.width.isNaN { result.width = fallback.width }
        if geometry.height.isNaN { result.height = fallback.height }
        return result
    }
}

extension Document {
    /// Returns true if the type of a node gives it size or handles by its data or its label.
    public func isSizedByContent(_ slot: Node.Slot) -> Bool {
        guard let type = type(of: slot) else { return false }
        return type.textRule != nil || type.heightRule != nil || !type.handleSources.isEmpty
    }
}
