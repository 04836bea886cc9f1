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
    func layoutPlan(
        _ options: LayoutOptions, _ root: Node.Slot?, starts: [Node.Slot], pinned: [Node.Slot], _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        // What is to be placed goes as a whole among all that is there.
        let isPlacing = options.algorithm.isPlacing
        let scope = LayoutScope(
            self, starts: starts, pinned: pinned, areGroupsRigid: options.groups == .rigid || isPlacing,
            withSiblings: isPlacing)
        var options = options
        if options.algorithm.direction != nil {
            let edges = scope.subgraph.innerEdges(in: self)
            if let direction = options.direction.direction ?? facing(of: edges) {
                options.algorithm.direction = direction
            }
            let areRouted = !edges.isEmpty && edges.allSatisfy { pathType(ofEdge: $0) == .orthogonal }
            options.algorithm.isOrthogonal = options.edges == .orthogonal || options.edges == .auto && areRouted
        }
        var planner = LayoutPlanner(self, scope, options, root: root)
        let share = options.isMeasured ? 0.8 : 0.9
        guard var plan = planner.plan({ watch(share * $0) }),
            let bends = try mendedEdges(after: plan, options, { watch(share + (0.9 - share) * $0) })
        else { return nil }
        plan.direction = options.algorithm.direction
        plan.bends += bends
        if options.isMeasured {
            guard let figures = try figures(after: plan, { watch(0.9 + 0.1 * $0) }) else { return nil }
            plan.figures = figures
        }
        return plan
    }

    /// Returns what a plan changes besides of edges that would be drawn badly; nil when it was stopped.
    ///
    /// - Throws: the errors of performing the plan.
    private func mendedEdges(
        after plan: LayoutPlan, _ options: LayoutOptions, _ watch: LayoutWatch
    ) throws(EditError) -> [LayoutPlan.Bend]? {
        if options.edges == .keep || options.edges == .orthogonal || plan.edges.isEmpty { return [] }
        var document = self
        _ = try document.transact { (transaction) throws(EditError) in try transaction.perform(plan) }
        // A part of a large document is kept clear of its own nodes.
        let nodes = options.isMeasured ? document.nodeSlots : plan.nodes
        var mending = EdgeMending(document, plan, nodes: nodes, options.edges)
        return mending.bends(watch)
    }
}
