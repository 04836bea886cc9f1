import Storage

extension Document {
    /// The members of a set in the order of the document.
    ///
    /// - Complexity: O(*n*) where the slots are in order, as after opening; else O(*n* log *n*).
    public func nodesInOrder(_ set: SlotSet) -> [Int32] { inOrder(set, nodes.order) }

    /// The edges of a set in document order. O(*n* log *n*) in the set.
    public func edgesInOrder(_ set: SlotSet) -> [Int32] { inOrder(set, edges.order) }

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
