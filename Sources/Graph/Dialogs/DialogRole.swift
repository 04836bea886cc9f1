/// The action of nodes of a type when a dialog runs: a type's `role`.
public enum DialogRole: String, CaseIterable, Sendable {
    /// A run begins here, and goes on; with a text of its own the node acts as a `message`.
    case start
    /// Says a text; goes on, or waits for an option or an input.
    case message
    /// The node acts as a `message`, but waits if there is one option only, too.
    case choice
    /// Goes on at one of two handles, as an expression says.
    case condition
    /// Sets variables and goes on.
    case action
    /// Says a text and ends the run.
    case end
}

extension Document {
    /// Returns the action of a node when a dialog runs; nil without a role, which is to do as a `message`.
    public func dialogRole(_ slot: Node.Slot) -> DialogRole? { type(of: slot)?.role }

    /// Returns the node where a run begins that names none: the first `start`, else the first node without incoming
    /// edges; before all others one that is part of the dialog.
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

    /// Returns true if a dialog may mean a node: one with a role, or at an edge.
    /// Of others it means none that holds nodes.
    /// If types have roles, it means none of a type without one: that is a group or a note.
    ///
    /// - Parameter hasRoles: `hasDialogRoles`.
    func isPartOfDialog(_ slot: Node.Slot, hasRoles: Bool) -> Bool {
        let type = type(of: slot)
        if type?.role != nil || nodes.firstIn(slot) != nil || nodes.firstOut(slot) != nil { return true }
        return !isContainer(slot) && (type == nil || !hasRoles)
    }
}
