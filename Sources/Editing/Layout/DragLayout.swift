import Graph

// The layout by which the rest of a drawing makes way for nodes that are dragged.

extension Document {
    /// The layout that drags make; nil if others stay where they are, or the document has too many elements for it.
    ///
    /// - Complexity: O(1).
    public var dragLayout: OwnLayout? { isTooLargeForDragLayout ? nil : settings.interaction.dragLayout }

    /// Is true if others would make way for dragged nodes, but they are too many.
    public var isTooLargeForDragLayout: Bool {
        settings.interaction.dragLayout != nil
            && (nodes.count > Limits.dragLayoutNodes || edges.count > Limits.dragLayoutEdges)
    }

    /// Returns the document as it would be after an edit and what follows from it, and what both changed.
    ///
    /// - Throws: the errors of `edit`, and `invalidValue` (a node would leave the range of doubles).
    /// - Complexity: as the edit, and what a first change of a copy costs.
    public func after(
        _ edit: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) -> (document: Document, delta: Delta) {
        var copy = self
        let delta = try copy.transact { (transaction) throws(EditError) in
            try edit(&transaction)
            try transaction.layOutTouchedGroups()
        }.delta
        copy.updateInheritance()
        return (copy, delta)
    }
}

extension Transaction {
    /// Lays all nodes out around some that stay where they are, with what they hold.
    ///
    /// Nodes that lie well stay, unless the layout states `stable`.
    /// - Throws: `noSuchNode`, `invalidValue` (a node would leave the range of doubles).
    /// - Complexity: as the algorithm.
    public mutating func makeWay(for nodes: [Node.ID], by layout: OwnLayout) throws(EditError) {
        guard let options = layout.optionsInEdits else { return }
        updateInheritance()
        if let plan = try document.layoutPlan(options, pinned: nodes, { _ in true }) { try perform(plan) }
    }
}
