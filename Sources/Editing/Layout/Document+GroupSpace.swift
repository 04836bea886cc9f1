import Geometry
import Graph
import Layout
import Storage

// Nodes make space for groups that grow around their contents in a layout.

extension Document {
    /// Adds to a plan the movements of nodes that the growing groups would cover; false if it was stopped.
    ///
    /// A group grows in place and pushes its siblings. The group around them may grow then, and so on outwards. Nodes
    /// that a group already covers stay, and so do locked nodes.
    ///
    /// - Parameter group: a group that gets the size of its contents, besides the groups that grow by the plan.
    /// - Throws: the errors of performing the plan.
    /// - Complexity: O(*n* log *n*) for the *n* siblings of each group that grows.
    func makeSpace(
        aroundGroupsOf plan: inout LayoutPlan, _ group: Node.Slot?, _ options: LayoutOptions, _ watch: LayoutWatch
    ) throws(EditError) -> Bool {
        let starts = (group.map { [$0] } ?? []) + plan.parents.map(\.slot)
        if starts.isEmpty { return true }
        var after = self
        _ = try after.transact { (transaction) throws(EditError) in try transaction.perform(plan) { _ in watch(0) } }
        var laidOut = SlotSet(plan.nodes)
        for start in starts {
            var next: Node.Slot? = start
            while let slot = next, isPlaced(slot), laidOut.insert(slot) || slot == group {
                next = nodes.parent(slot)
                let (before, now) = (frame(slot), after.frame(slot))
                if before.contains(now) { continue }
                let siblings = after.siblings(of: slot, clearOf: before, options).filter { !laidOut.contains($0) }
                plan.rest += siblings
                guard let shifts = after.shifts(of: siblings, off: now, before, options, watch) else { return false }
                if shifts.isEmpty { continue }
                plan.shifts += shifts
                let pushed = shifts.map(\.slot)
                if let parent = next { plan.parents.append((parent, pushed, options.groupPadding)) }
                _ = try after.transact { (transaction) throws(EditError) in
                    try transaction.shift(shifts)
                    if let parent = next {
                        try transaction.grow(parent, around: pushed, padding: options.groupPadding)
                    }
                }
            }
        }
        return true
    }

    /// Returns the siblings of a node that count and that do not overlap a rectangle.
    private func siblings(of slot: Node.Slot, clearOf rect: Rect, _ options: LayoutOptions) -> [Node.Slot] {
        let siblings =
            nodes.parent(slot).map { children($0) } ?? nodes.order.slots.filter { nodes.parent($0) == nil }
        return counted(lasting(siblings), options).filter { sibling in
            sibling != slot && isPlaced(sibling) && !frame(sibling).covers(rect)
        }
    }

    /// Returns the movements of siblings that make space for a group that has grown; nil if it was stopped.
    private func shifts(
        of siblings: [Node.Slot], off grown: Rect, _ former: Rect, _ options: LayoutOptions, _ watch: LayoutWatch
    ) -> [NodeShift]? {
        func isLocked(_ slot: Node.Slot) -> Bool { nodes.flags(slot).contains(.locked) }
        let others = siblings.filter { !isLocked($0) || !frame($0).covers(grown) }
        guard others.contains(where: { frame($0).covers(grown) }) else { return [] }
        let space = BlockSpace(
            frames: others.map { frame($0) }, isFixed: others.map { isLocked($0) }, gap: options.algorithm.nodeSpacing)
        guard let opened = space.opened(for: grown, from: former, watch) else { return nil }
        return zip(others, opened.frames).compactMap { slot, corner in
            let offset = corner - frame(slot).origin
            if offset == .zero { return nil }
            return NodeShift(slot: slot, position: nodes.geometry(slot).position + offset, offset: offset)
        }
    }
}
