import Graph

// The layout by which other nodes make way for dragged ones.

extension Document {
    /// The layout of drags; nil if other nodes stay, or if the document has too many elements.
    ///
    /// - Complexity: O(1).
    public var dragLayout: OwnLayout? { isTooLargeForDragLayout ? nil : settings.interaction.dragLayout }

    /// Is true if drags have a layout, but the document has too many elements for it.
    public var isTooLargeForDragLayout: Bool {
        settings.interaction.dragLayout != nil
            && (nodes.count > Limits.dragLayoutNodes || edges.count > Limits.dragLayoutEdges)
    }

    /// Returns the document after an edit and the automatic layouts that follow, and the changes of both.
    ///
    /// - Throws: the errors of `edit`, and `invalidValue` (a node would leave the range of doubles).
    /// - Complexity: that of the edit, plus a first change of a copy.
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
    /// Lays out all nodes around some nodes, which stay with their contents.
    ///
    /// Well-placed nodes stay, too, unless the layout states `stable`.
    ///
    /// - Throws: `noSuchNode`, `invalidValue` (a node would leave the range of doubles).
    /// - Complexity: that of the algorithm.
    public mutating func makeWay(for nodes: [Node.ID], by layout: OwnLayout) throws(EditError) {
        guard let options = layout.optionsInEdits else { return }
        updateInheritance()
        if let plan = try document.layoutPlan(options, pinned: nodes, { _ in true }) { try perform(plan) }
    }
}
