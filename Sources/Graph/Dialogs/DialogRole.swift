/// What nodes of a type do when a dialog runs: a type's `role`.
public enum DialogRole: String, CaseIterable, Sendable {
    /// A run begins here, and goes on.
    case start
    /// Says a text; goes on, or waits for an option or an input.
    case message
    /// As `message`, but waits where there is one option only, too.
    case choice
    /// Goes on at one of two handles, as an expression says.
    case condition
    /// Sets variables and goes on.
    case action
    /// Says a text and ends the run.
    case end
}

extension Document {
    /// What a node does when a dialog runs; nil without a role, which is to do as a `message`.
    public func dialogRole(_ slot: Node.Slot) -> DialogRole? { type(of: slot)?.role }

    /// Where a run begins that names no node: at the first `start`, else at the first node without incoming edges.
    ///
    /// - Complexity: O(nodes).
    public func dialogStart() -> Node.Slot? {
        let slots = nodeSlots
        if let start = slots.first(where: { dialogRole($0) == .start }) { return start }
        return slots.first { nodes.firstIn($0) == nil }
    }
}
