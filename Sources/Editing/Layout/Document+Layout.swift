import EdgeRouting
import Geometry
import Graph
import Layout
import Storage

extension Document {
    /// Returns the effect of a layout; nil if it was stopped.
    ///
    /// - Parameters:
    ///   - named: the nodes to lay out, with their contents; nil for all.
    ///   - pinned: the nodes that stay in place, with their contents.
    /// - Throws: `noSuchNode` (also for the root), `locked` (a named node), `invalidValue` (a pinned node without a
    ///   position, or a coordinate out of the range of doubles).
    /// - Complexity: that of the algorithm, for each group separately.
    public func layoutPlan(
        _ options: LayoutOptions, nodes named: [Node.ID]? = nil, pinned: [Node.ID] = [], _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        let pinned = try slots(nodes: pinned)
        try LayoutScope.checkPlaced(pinned, in: self)
        return try layoutPlan(
            options, root(of: options), starts: LayoutScope.starts(named, options, in: self),
            pinned: counted(pinned, options),
            heedsRest: named != nil && options.algorithm.arrangesAll, watch)
    }

    private func root(of options: LayoutOptions) throws(EditError) -> Node.Slot? {
        try options.root.map { (id) throws(EditError) in try slot(node: id) }
    }

    /// Returns the part of the document that `layoutPlan` reads with the same parameters.
    ///
    /// - Throws: `noSuchNode`, `locked`.
    /// - Complexity: O(*n* log *n*) for *n* nodes and their contents.
    public func layoutReading(
        _ options: LayoutOptions, nodes named: [Node.ID]? = nil, pinned: [Node.ID] = []
    ) throws(EditError) -> LayoutReading {
        layoutReading(
            options, try root(of: options), starts: try LayoutScope.starts(named, options, in: self),
            pinned: counted(try slots(nodes: pinned), options))
    }

    /// The same for slots.
    func layoutReading(
        _ options: LayoutOptions, _ root: Node.Slot?, starts: [Node.Slot], pinned: [Node.Slot],
        given: (group: Node.Slot, layout: OwnLayout)? = nil
    ) -> LayoutReading {
        let (layouts, scope) = scope(options, root, starts: starts, pinned: pinned, given: given, heedsRest: false)
        let nodes = scope.levels.flatMap(\.nodes)
        let members = SlotSet(nodes)
        let ignored = LayoutPlanner.ignoredEdges(layouts.list)
        let edges = scope.edges(in: self).filter { slot in
            let ends = self.edges.ends(slot)
            return self.edges.flags(slot).isDisjoint(with: ignored) && ends.source != ends.target
                && members.contains(ends.source) && members.contains(ends.target)
        }
        return LayoutReading(self, nodes: nodes, edges: edges, layouts.list)
    }

    private func scope(
        _ options: LayoutOptions, _ root: Node.Slot?, starts: [Node.Slot], pinned: [Node.Slot],
        given: (group: Node.Slot, layout: OwnLayout)?, heedsRest: Bool
    ) -> (layouts: LevelLayouts, scope: LayoutScope) {
        var options = options
        // Nodes to be placed move as wholes among all existing nodes.
        if options.algorithm.isPlacing { options.groups = .rigid }
        var layouts = LevelLayouts(self, options, root: root, given: given)
        let scope = LayoutScope(
            self, starts: starts, pinned: pinned, &layouts, opening: given?.group,
            withSiblings: options.algorithm.isPlacing, heedsRest: heedsRest)
        return (layouts, scope)
    }

    /// The same for slots. The nodes to lay out must not be locked, and the pinned ones must have a position.
    ///
    /// - Parameters:
    ///   - given: a layout that replaces the stated layout of a group; the group's contents are laid out.
    ///   - heedsRest: true if the layout avoids nodes that are not laid out.
    func layoutPlan(
        _ options: LayoutOptions, _ root: Node.Slot?, starts: [Node.Slot], pinned: [Node.Slot],
        given: (group: Node.Slot, layout: OwnLayout)? = nil, heedsRest: Bool = false, _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        var (layouts, scope) = scope(options, root, starts: starts, pinned: pinned, given: given, heedsRest: heedsRest)
        let asked = layouts.number(inside: given?.group)
        var planner = LayoutPlanner(self, scope, layouts.list)
        let share = options.isMeasured ? 0.8 : 0.9
        guard var plan = try planner.plan({ watch(share * $0) }),
            try makeSpace(aroundGroupsOf: &plan, given?.group, options, { _ in watch(share) }),
            let bends = try mendedEdges(
                after: plan, options, heedsRest: scope.leadsOuterEdges || !plan.shifts.isEmpty,
                { watch(share + (0.9 - share) * $0) })
        else { return nil }
        plan.direction = planner.layouts[asked].options.algorithm.direction
        plan.bends += bends
        return try finish(&plan, options) { watch(0.9 + 0.1 * $0) } ? plan : nil
    }

    /// Returns the further changes of badly drawn edges after a plan; nil if it was stopped.
    ///
    /// - Parameter heedsRest: true to include edges to other nodes, and other edges that enter the laid out nodes.
    /// - Throws: the errors of performing the plan.
    private func mendedEdges(
        after plan: LayoutPlan, _ options: LayoutOptions, heedsRest: Bool, _ watch: LayoutWatch
    ) throws(EditError) -> [LayoutPlan.Bend]? {
        let isPlacing = options.algorithm.isPlacing
        let mendsRest = (heedsRest || isPlacing) && options.edges != .keep
        if !mendsRest && !plan.treatments.contains(where: \.isMended) { return [] }
        var document = self
        _ = try document.transact { (transaction) throws(EditError) in try transaction.perform(plan) { watch(0.2 * $0) }
        }
        document.updateInheritance()
        guard watch(0.2) else { return nil }
        let moved = isPlacing ? plan.moves.map(\.slot) : plan.nodes
        let others = mendsRest ? document.edges(beside: plan, entering: moved, isEdit: !options.isMeasured) : []
        // In an edit of a large document, edges avoid only the nodes that were laid out.
        let isWhole = options.isMeasured || document.nodes.count <= Limits.editLayoutNodes
        let nodes = isWhole ? document.nodeSlots : plan.nodes
        var all: [LayoutPlan.Bend] = []
        // A mended edge may change the ends of others, so small plans are checked again.
        for _ in 0..<(plan.edges.count + others.count < 1_000 ? 3 : 1) {
            var mending = EdgeMending(document, plan, and: others, nodes: nodes) { watch(0.2 + 0.2 * $0) }
            guard watch(0.4), let bends = try mending?.bends({ watch(0.4 + 0.6 * $0) }) else { return nil }
            if bends.isEmpty { break }
            all += bends
            _ = try document.transact { (transaction) throws(EditError) in
                try transaction.perform(bends) { _ in watch(0) }
            }
        }
        return all
    }

    /// Returns the edges that a plan has not laid out but may affect: edges with an end at its nodes, and edges that
    /// pass through its nodes or through some further ones.
    ///
    /// Other edges are ignored if the document has more edges than `Limits.jobElements`, or in an edit than
    /// `Limits.editLayoutNodes`.
    private func edges(beside plan: LayoutPlan, entering nodes: [Node.Slot], isEdit: Bool) -> [Edge.Slot] {
        let moved = Subgraph(plan.shifts.map(\.slot), in: self, lastingOnly: true)
        let joined = plan.outerEdges + moved.innerEdges(in: self) + moved.outerEdges(in: self)
        var known = SlotSet(plan.edges)
        let own = joined.filter { known.insert($0) }
        if edges.count > (isEdit ? Limits.editLayoutNodes : Limits.jobElements) { return own }
        let nodes = (nodes + moved.nodes).filter { isPlaced($0) && !isConcealed($0) }
        var detours = LineDetours(around: nodes.map { frame($0) })
        return own
            + edgeSlots.filter { slot in
                guard !known.contains(slot), !isRouted(slot), !isConcealed(edge: slot),
                    let path = plainPath(ofEdge: slot)
                else { return false }
                let ends = edges.ends(slot)
                return !detours.isFree(path.chords(atMost: 64)) { isOpen(nodes[$0], toEdgeBetween: ends) }
            }
    }

    /// Returns true if an edge may enter a node: one of its ends, a container of an end, or a node inside an end.
    func isOpen(_ node: Node.Slot, toEdgeBetween ends: EdgeEnds) -> Bool {
        return holds(node, ends.source) || holds(node, ends.target) || holds(ends.source, node)
            || holds(ends.target, node)
    }
}
