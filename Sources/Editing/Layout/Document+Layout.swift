import Graph
import Layout

extension Document {
    /// What a layout would do; nil when it was stopped.
    ///
    /// - Parameters:
    ///   - named: those that are laid out, with what they hold; nil is all.
    ///   - pinned: those that stay where they are, with what they hold.
    /// - Throws: `noSuchNode` (also the root), `locked` (one that is named), `invalidValue` (a pinned node without a position,
    ///   or what leaves the range of doubles).
    /// - Complexity: that of the algorithm, for the nodes of each group by themselves.
    public func layoutPlan(
        _ options: LayoutOptions, nodes named: [Node.ID]? = nil, pinned: [Node.ID] = [], _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        let root = try options.root.map { (id) throws(EditError) in try slot(node: id) }
        // What is to be placed goes as a whole among all that is there.
        let isPlacing = options.algorithm.isPlacing
        let scope = try LayoutScope(
            self, named: named, pinned: pinned, areGroupsRigid: options.groups == .rigid || isPlacing,
            withSiblings: isPlacing)
        var planner = LayoutPlanner(self, scope, options, root: root)
        let share = options.isMeasured ? 0.8 : 1
        guard var plan = planner.plan({ watch(share * $0) }) else { return nil }
        if options.isMeasured {
            guard let figures = try figures(after: plan, { watch(share + (1 - share) * $0) }) else { return nil }
            plan.figures = figures
        }
        return plan
    }
}
