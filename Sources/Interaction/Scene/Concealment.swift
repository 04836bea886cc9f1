import Graph
import Storage

/// The way in which a container conceals its contents.
enum Concealment: Equatable, Sendable {
    /// The contents are not concealed.
    case none
    /// The container, or one around it, is hidden.
    case hidden
    /// It, or an ancestor, is collapsed: the outermost collapsed one is shown in place of all.
    case collapsed(Node.Slot)
}

extension Document {
    /// Returns the way in which a node conceals its contents.
    func concealment(by container: Node.Slot) -> Concealment {
        guard let shown = shownNode(for: container) else { return .hidden }
        if shown != container { return .collapsed(shown) }
        return nodes.flags(container).contains(.collapsed) ? .collapsed(container) : .none
    }

    /// The containers that conceal their contents, if one of them is collapsed.
    func concealments() -> [Node.Slot: Concealment] {
        var found: [Node.Slot: Concealment] = [:]
        if nodes.collapsedCount == 0 { return found }
        for slot in nodeSlots where nodes.firstChild(of: slot) != nil {
            let concealment = concealment(by: slot)
            if concealment != .none { found[slot] = concealment }
        }
        return found
    }
}
