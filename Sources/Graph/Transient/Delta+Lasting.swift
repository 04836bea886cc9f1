import Storage

extension TransientElements {
    /// Adopts a performed change of the document, and returns its effect on the persistent elements.
    ///
    /// For the persistent ones, an element that became persistent was inserted, and one that became transient was
    /// removed.
    ///
    /// - Complexity: O(the delta, the elements that became persistent or transient, and the transient ones beside them
    ///   in the order); without transient elements the delta itself is returned at once.
    public mutating func takeLasting(_ delta: Delta, in document: inout Document) -> Delta {
        if isEmpty && !document.hasTransientElements { return delta.withStatedSizes(in: document) }
        let before = self
        let turned = follow(delta, document)
        var lasting = Delta()
        lasting.members = delta.members
        var moved = (nodes: SlotSet(delta.nodeOrder.map(\.slot)), edges: SlotSet(delta.edgeOrder.map(\.slot)))
        moved.nodes.formUnion(turned.nodes)
        moved.edges.formUnion(turned.edges)
        for change in delta.nodes {
            let change = change.restricted(
                before: !before.nodes.contains(change.slot), after: !nodes.contains(change.slot), document)
            if let change { lasting.nodes.append(change) }
        }
        for change in delta.edges {
            let change = EdgeChange(
                slot: change.slot, before: before.edges.contains(change.slot) ? nil : change.before,
                after: edges.contains(change.slot) ? nil : change.after)
            if change.before != change.after { lasting.edges.append(change) }
        }
        addTurned(turned, besides: delta, to: &lasting, document)
        lasting.nodeOrder = document.nodes.order.steps(
            moving: moved.nodes, from: document.nodes.order.undoing(delta.nodeOrder), without: before.nodes, nodes)
        lasting.edgeOrder = document.edges.order.steps(
            moving: moved.edges, from: document.edges.order.undoing(delta.edgeOrder), without: before.edges, edges)
        lasting.addStatedSizes(of: delta, in: document, without: self)
        lasting.dropIdleMoves(in: document, without: self)
        lasting.joinSlots(in: &document)
        return lasting
    }

    /// Adds elements that the change did not touch and that became persistent or transient with another one.
    private func addTurned(
        _ turned: (nodes: SlotSet<Node>, edges: SlotSet<Edge>), besides delta: Delta, to lasting: inout Delta,
        _ document: Document
    ) {
        let touched = SlotSet(delta.nodes.map(\.slot))
        turned.nodes.forEach { slot in
            if touched.contains(slot) { return }
            let node = document.node(at: slot)
            let change = NodeChange(slot: slot, before: node.geometry, after: node.geometry, content: .same)
            let isLasting = !nodes.contains(slot)
            if let change = change.restricted(before: !isLasting, after: isLasting, document) {
                lasting.nodes.append(change)
            }
        }
        let touchedEdges = SlotSet(delta.edges.map(\.slot))
        turned.edges.forEach { slot in
            if touchedEdges.contains(slot) { return }
            let edge = document.edge(at: slot)
            let isLasting = !edges.contains(slot)
            lasting.edges.append(
                EdgeChange(slot: slot, before: isLasting ? nil : edge, after: isLasting ? edge : nil))
        }
    }
}

extension Delta {
    /// The delta without measured sizes, except those that an edit stated.
    fileprivate func withStatedSizes(in document: Document) -> Delta {
        if measured.isEmpty { return self }
        var result = self
        result.measured = []
        result.addStatedSizes(of: self, in: document, without: TransientElements())
        return result
    }

    fileprivate mutating func addStatedSizes(
        of delta: Delta, in document: Document, without transients: TransientElements
    ) {
        if delta.measured.isEmpty { return }
        nodes.removeAll { $0.isIdentity }
        var known = SlotSet(nodes.map(\.slot))
        for change in delta.measured where change.isStated {
            guard let slot = document.node(change.id), !transients.nodes.contains(slot) else { continue }
            measured.append(change.lasting)
            if known.insert(slot) {
                let geometry = document.storedGeometry(slot)
                nodes.append(NodeChange(slot: slot, before: geometry, after: geometry, content: .same))
            }
        }
    }
}

extension NodeChange {
    /// The change from the view of those for whom the node exists only before it, or only after it; nil if it has no
    /// effect then.
    fileprivate func restricted(before isBefore: Bool, after isAfter: Bool, _ document: Document) -> NodeChange? {
        if isBefore && isAfter { return self }
        var (old, new): (Node?, Node?)
        switch content {
        case .same:
            old = document.node(at: slot)
            old?.geometry = before
            new = document.node(at: slot)
            new?.geometry = after
        case .changed(let before, let after): (old, new) = (before, after)
        }
        if !isBefore { old = nil }
        if !isAfter { new = nil }
        if old == nil && new == nil { return nil }
        return NodeChange(
            slot: slot, before: old?.geometry ?? .absent, after: new?.geometry ?? .absent,
            content: .changed(before: old, after: new))
    }
}

extension Delta {
    /// Releases the separate slots of its elements, since an undo will name them.
    fileprivate func joinSlots(in document: inout Document) {
        for change in nodes { document.nodes.slots.join(change.slot) }
        for change in edges { document.edges.slots.join(change.slot) }
    }
}

extension ElementOrder {
    /// The order as it was before some steps.
    func undoing(_ steps: [Placement<Element>]) -> ElementOrder {
        var order = self
        for step in steps.reversed() { order.apply(step.inverse) }
        return order
    }

    /// The steps from another order to this one, in which all but some elements have the same order.
    ///
    /// - Parameters:
    ///   - moved: the elements that may be in another position, or in only one of the orders.
    ///   - old: the other order.
    ///   - oldGaps: elements of that order that do not count.
    ///   - gaps: elements of this order that do not count.
    /// - Complexity: O(*n* log *n*) in `moved`, and the uncounted elements beside them.
    func steps(
        moving moved: SlotSet<Element>, from old: ElementOrder, without oldGaps: SlotSet<Element>,
        _ gaps: SlotSet<Element>
    ) -> [Placement<Element>] {
        var steps: [Placement<Element>] = []
        for slot in old.members(of: moved, without: oldGaps) {
            steps.append(
                Placement(slot: slot, from: .init(before: old.next(slot, without: oldGaps)), to: .absent))
        }
        for slot in members(of: moved, without: gaps).reversed() {
            steps.append(Placement(slot: slot, from: .absent, to: .init(before: next(slot, without: gaps))))
        }
        return steps
    }

    /// Returns the counted slots of some that are in the order, sorted.
    private func members(of slots: SlotSet<Element>, without gaps: SlotSet<Element>) -> [Slot<Element>] {
        slots.slots.filter { contains($0) && !gaps.contains($0) }.sorted { key($0) < key($1) }
    }

    private func next(_ slot: Slot<Element>, without gaps: SlotSet<Element>) -> Slot<Element>? {
        var following = next(slot)
        while let current = following, gaps.contains(current) { following = next(current) }
        return following
    }
}
