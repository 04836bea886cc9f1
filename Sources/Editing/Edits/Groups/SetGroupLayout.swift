import Graph
import Layout
import Wire

extension Transaction {
    /// Gives a group the layout of what it holds, or takes it away; nothing moves.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (what means nothing, at `layout`).
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
    /// Returns the effect of laying out what a group holds by a layout, which it need not state yet; nil when it was stopped.
    ///
    /// The group keeps its corner and fits what it holds; groups around it grow.
    /// The contents of a collapsed group stay.
    ///
    /// - Throws: `noSuchNode` (the group or the root), `locked`, `invalidValue` (what means nothing, at `layout`, or what
    ///   leaves the range of doubles).
    /// - Complexity: as the algorithm, for what the group holds.
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

    /// Returns what `layoutPlan` of the same parameters reads; nil if the layout is none.
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
    /// - Throws: `invalidValue` (what means nothing, at `layout`).
    fileprivate func checkMeaning() throws(EditError) {
        do throws(ShapeError) {
            try check()
        } catch {
            throw .invalid(error.message, path: ["layout"] + error.steps)
        }
    }
}
