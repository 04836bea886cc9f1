import Storage

// What is not shown, and what is shown in its place.
//
// *Hidden* is the stored flag of one element, *concealed* what follows from it and from the containers around.

extension Document {
    /// Whether the node is concealed: `hidden` itself, inside something hidden, or in a collapsed node.
    public func isConcealed(_ slot: Node.Slot) -> Bool {
        if nodes.flags(slot).contains(.hidden) { return true }
        var ancestor = nodes.parent(slot)
        while let parent = ancestor {
            if let entry = inheritance.entry(parent) { return entry.conceals }
            if !nodes.flags(parent).isDisjoint(with: [.hidden, .collapsed]) { return true }
            ancestor = nodes.parent(parent)
        }
        return false
    }

    /// The node that is shown for a node: itself, or the outermost collapsed one around it; nil if something is hidden.
    ///
    /// - Complexity: as `isConcealed`.
    public func shownNode(for slot: Node.Slot) -> Node.Slot? {
        if nodes.flags(slot).contains(.hidden) { return nil }
        var shown = slot
        var ancestor = nodes.parent(slot)
        while let parent = ancestor {
            if let entry = inheritance.entry(parent) { return entry.hides ? nil : entry.collapsed.slot ?? shown }
            let flags = nodes.flags(parent)
            if flags.contains(.hidden) { return nil }
            if flags.contains(.collapsed) { shown = parent }
            ancestor = nodes.parent(parent)
        }
        return shown
    }

    /// Whether the edge is concealed: `hidden` itself, or one of its nodes is concealed.
    public func isConcealed(edge slot: Edge.Slot) -> Bool {
        if edges.flags(slot).contains(.hidden) { return true }
        let ends = edges.ends(slot)
        return isConcealed(ends.source) || isConcealed(ends.target)
    }
}
