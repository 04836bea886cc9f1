import Graph
import Layout
import Wire

extension Transaction {
    /// Sets the layout of a group's contents, or removes it; nothing moves.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (invalid parts, at `layout`).
    public mutating func setLayout(ofGroup id: Node.ID, _ layout: OwnLayout?) throws(EditError) {
        if let layout {
            try layout.checkMeaning()
            try updateNode(id, set: ["layout": layout.json], unset: [])
        } else {
            try updateNode(id, patch: ["layout": .null])
        }
    }
}

extension Document {
    /// Returns the effect of laying out a group's contents by a layout, which the group need not state yet; nil if it
    /// was stopped.
    ///
    /// The group keeps its corner and fits its contents; groups around it grow. The contents of a collapsed group
    /// stay.
    ///
    /// - Throws: `noSuchNode` (the group or the root), `locked`, `invalidValue` (invalid parts, at `layout`, or
    ///   elements that leave the range of doubles).
    /// - Complexity: as the algorithm, for the contents of the group.
    public func layoutPlan(
        ofGroup id: Node.ID, _ layout: OwnLayout, _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        let slot = try slot(node: id)
        try layout.checkMeaning()
        if nodes.flags(slot).contains(.locked) { throw .locked(nodes: [id]) }
        let options = layout.options(inside: LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout()))))
        guard let options else { return nil }
        if let root = options.root { _ = try self.slot(node: root) }
        return try layoutPlan(options, nil, starts: [slot], pinned: [], given: (slot, layout), watch)
    }

    /// Returns the parts that `layoutPlan` reads with the same parameters; nil if the layout is none.
    ///
    /// - Throws: `noSuchNode`.
    public func layoutReading(ofGroup id: Node.ID, _ layout: OwnLayout) throws(EditError) -> LayoutReading? {
        let slot = try slot(node: id)
        return layout.options(inside: LayoutOptions(LayoutAlgorithm(.layered(LayeredLayout())))).map {
            layoutReading($0, nil, starts: [slot], pinned: [], given: (slot, layout))
        }
    }
}

extension OwnLayout {
    /// - Throws: `invalidValue` (invalid parts, at `layout`).
    fileprivate func checkMeaning() throws(EditError) {
        do throws(ShapeError) {
            try check()
        } catch {
            throw .invalid(error.message, path: ["layout"] + error.steps)
        }
    }
}
