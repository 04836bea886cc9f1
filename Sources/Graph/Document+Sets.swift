import Storage

extension Document {
    /// The members of a set in the order of the document.
    ///
    /// - Complexity: O(*n*) where the slots are in order, as after opening; else O(*n* log *n*).
    public func nodesInOrder(_ set: SlotSet) -> [Int32] { inOrder(set, nodes.order) }

    /// The edges of a set in document order. O(*n* log *n*) in the set.
    public func edgesInOrder(_ set: SlotSet) -> [Int32] { inOrder(set, edges.order) }

    /// Nodes in the order of the document. O(*n* log *n*).
    public func nodesInOrder(_ slots: [Int32]) -> [Int32] { inOrder(slots, nodes.order) }

    /// Edges in the order of the document. O(*n* log *n*).
    public func edgesInOrder(_ slots: [Int32]) -> [Int32] { inOrder(slots, edges.order) }

    private func inOrder(_ slots: [Int32], _ order: ElementOrder) -> [Int32] {
        slots.map { (order.key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func inOrder(_ set: SlotSet, _ order: ElementOrder) -> [Int32] {
        var slots: [Int32] = []
        slots.reserveCapacity(set.count)
        var isSorted = true
        var last: UInt64 = 0
        set.forEach { slot in
            let key = order.key(slot)
            if key < last { isSorted = false }
            last = key
            slots.append(slot)
        }
        if !isSorted { slots.sort { order.key($0) < order.key($1) } }
        return slots
    }

    /// The slots of these nodes, in their order.
    ///
    /// - Throws: `noSuchNode`, which lists every missing one.
    public func slots(nodes ids: [Node.ID]) throws(EditError) -> [Int32] {
        let slots = ids.map { node($0) }
        if slots.allSatisfy({ $0 >= 0 }) { return slots }
        throw .noSuchNode(ids.filter { node($0) < 0 })
    }

    /// The slots of these edges, in their order.
    ///
    /// - Throws: `noSuchEdge`, which lists every missing one.
    public func slots(edges ids: [Edge.ID]) throws(EditError) -> [Int32] {
        let slots = ids.map { edge($0) }
        if slots.allSatisfy({ $0 >= 0 }) { return slots }
        throw .noSuchEdge(ids.filter { edge($0) < 0 })
    }

    /// Those of some nodes that lie in no other of them, in the order given.
    ///
    /// - Complexity: O(the nodes and the different ones around them).
    public func outermost(_ slots: [Int32]) -> [Int32] {
        let members = SearchedSlots(slots)
        var inside = SearchedSlots()
        var outside = SearchedSlots()
        var passed: [Int32] = []
        return slots.filter { slot in
            var ancestor = nodes.parent(slot)
            if ancestor < 0 { return true }
            passed.removeAll(keepingCapacity: true)
            while ancestor >= 0, !members.contains(ancestor), !inside.contains(ancestor), !outside.contains(ancestor) {
                passed.append(ancestor)
                ancestor = nodes.parent(ancestor)
            }
            let isInside = ancestor >= 0 && !outside.contains(ancestor)
            for slot in passed {
                if isInside { inside.insert(slot) } else { outside.insert(slot) }
            }
            return !isInside
        }
    }
}
