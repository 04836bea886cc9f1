import EdgeRouting
import Graph
import Layout

extension Document {
    /// Returns the effect of a layout; nil when it was stopped.
    ///
    /// - Parameters:
    ///   - named: the nodes that are laid out, with their contents; nil is all.
    ///   - pinned: the nodes that stay in place, with their contents.
    /// - Throws: `noSuchNode` (also the root), `locked` (one that is named), `invalidValue` (a pinned node without a position,
    ///   or what leaves the range of doubles).
    /// - Complexity: as the algorithm, for the nodes of each group by themselves.
    public func layoutPlan(
        _ options: LayoutOptions, nodes named: [Node.ID]? = nil, pinned: [Node.ID] = [], _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        let root = try options.root.map { (id) throws(EditError) in try slot(node: id) }
        let pinned = try slots(nodes: pinned)
        try LayoutScope.checkPlaced(pinned, in: self)
        return try layoutPlan(options, root, starts: LayoutScope.starts(named, in: self), pinned: pinned, watch)
    }

    /// The same by slots, of which those that are laid out are not locked, and those that stay have a position.
    ///
    /// - Parameter given: a layout of a group that counts in place of what the group states; what it holds is laid out.
    func layoutPlan(
        _ options: LayoutOptions, _ root: Node.Slot?, starts: [Node.Slot], pinned: [Node.Slot],
        given: (group: Node.Slot, layout: OwnLayout)? = nil, _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        var options = options
        // What is to be placed goes as a whole among all that is there.
        if options.algorithm.isPlacing { options.groups = .rigid }
        var layouts = LevelLayouts(self, options, root: root, given: given)
        let scope = LayoutScope(
            self, starts: starts, pinned: pinned, &layouts, opening: given?.group,
            withSiblings: options.algorithm.isPlacing)
        let asked = layouts.number(inside: given?.group)
        var planner = LayoutPlanner(self, scope, layouts.list)
        let share = options.isMeasured ? 0.8 : 0.9
        guard var plan = planner.plan({ watch(share * $0) }),
            let bends = try mendedEdges(
                after: plan, ofAll: options.isMeasured, { watch(share + (0.9 - share) * $0) })
        else { return nil }
        plan.direction = planner.layouts[asked].options.algorithm.direction
        plan.bends += bends
        if options.isMeasured {
            guard let figures = try figures(after: plan, { watch(0.9 + 0.1 * $0) }) else { return nil }
            plan.figures = figures
        }
        return plan
    }

    /// Returns what a plan changes besides of edges that would be drawn badly; nil when it was stopped.
    ///
    /// - Parameter isWhole: whether they are kept clear of all nodes; else of those of the plan.
    /// - Throws: the errors of performing the plan.
    private func mendedEdges(
        after plan: LayoutPlan, ofAll isWhole: Bool, _ watch: LayoutWatch
    ) throws(EditError) -> [LayoutPlan.Bend]? {
        if !plan.treatments.contains(where: \.isMended) { return [] }
        var document = self
        _ = try document.transact { (transaction) throws(EditError) in try transaction.perform(plan) }
        var mending = EdgeMending(document, plan, nodes: isWhole ? document.nodeSlots : plan.nodes)
        return mending.bends(watch)
    }
}
