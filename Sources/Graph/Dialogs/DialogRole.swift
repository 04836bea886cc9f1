/// The action of nodes of a type when a dialog runs: a type's `role`.
public enum DialogRole: String, CaseIterable, Sendable {
    /// A run begins here, and continues; with a text of its own the node acts as a `message`.
    case start
    /// Says a text; then continues, or waits for an option or an input.
    case message
    /// The node acts as a `message`, but waits if there is one option only, too.
    case choice
    /// Continues at one of two handles, by an expression.
    case condition
    /// Sets variables and continues.
    case action
    /// Says a text and ends the run.
    case end
}

extension Document {
    /// Returns the action of a node in a dialog; nil without a role, which acts as a `message`.
    public func dialogRole(_ slot: Node.Slot) -> DialogRole? { type(of: slot)?.role }

    /// Returns the default start of a run: the first `start`, else the first node without incoming edges; nodes of the
    /// dialog come before all others.
    ///
    /// - Complexity: O(nodes).
    public func dialogStart() -> Node.Slot? {
        let slots = nodeSlots
        if let start = slots.first(where: { dialogRole($0) == .start }) { return start }
        let hasRoles = hasDialogRoles
        let first = slots.first { nodes.firstIn($0) == nil && isPartOfDialog($0, hasRoles: hasRoles) }
        return first ?? slots.first { nodes.firstIn($0) == nil }
    }

    /// Is true if nodes of a type play a part in dialogs.
    var hasDialogRoles: Bool { types.values.contains { $0.role != nil } }

    /// Returns true if a node may be part of a dialog: it has a role, or an edge. Other nodes are not if they hold
    /// nodes, or if types have roles but theirs has none: such a node is a group or a note.
    ///
    /// - Parameter hasRoles: `hasDialogRoles`.
    func isPartOfDialog(_ slot: Node.Slot, hasRoles: Bool) -> Bool {
        let type = type(of: slot)
        if type?.role != nil || nodes.firstIn(slot) != nil || nodes.firstOut(slot) != nil { return true }
        return !isContainer(slot) && (type == nil || !hasRoles)
    }
}
