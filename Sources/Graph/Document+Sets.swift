import Storage

extension Document {
    /// The members of a set in the order of the document.
    ///
    /// - Complexity: O(*n*) if the slots are in order, as after opening; else O(*n* log *n*).
    public func nodesInOrder(_ set: SlotSet<Node>) -> [Node.Slot] { inOrder(set, nodes.order) }

    /// The edges of a set in document order. O(*n* log *n*) in the set.
    public func edgesInOrder(_ set: SlotSet<Edge>) -> [Edge.Slot] { inOrder(set, edges.order) }

    /// Nodes in the order of the document. O(*n* log *n*).
    public func nodesInOrder(_ slots: [Node.Slot]) -> [Node.Slot] { inOrder(slots, nodes.order) }

    /// Edges in the order of the document. O(*n* log *n*).
    public func edgesInOrder(_ slots: [Edge.Slot]) -> [Edge.Slot] { inOrder(slots, edges.order) }

    private func inOrder<Element>(_ slots: [Slot<Element>], _ order: ElementOrder<Element>) -> [Slot<Element>] {
        var last: UInt64 = 0
        let isSorted = slots.allSatisfy { slot in
            let key = order.key(slot)
            defer { last = key }
            return last <= key
        }
        if isSorted { return slots }
        return slots.map { (order.key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func inOrder<Element>(_ set: SlotSet<Element>, _ order: ElementOrder<Element>) -> [Slot<Element>] {
        var slots: [Slot<Element>] = []
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

    /// The slot of a node.
    ///
    /// - Throws: `noSuchNode`.
    public func slot(node id: Node.ID) throws(EditError) -> Node.Slot {
        guard let slot = node(id) else { throw .noSuchNode([id]) }
        return slot
    }

    /// The slot of an edge.
    ///
    /// - Throws: `noSuchEdge`.
    public func slot(edge id: Edge.ID) throws(EditError) -> Edge.Slot {
        guard let slot = edge(id) else { throw .noSuchEdge([id]) }
        return slot
    }

    /// The slots of these nodes, in their order.
    ///
    /// - Throws: `noSuchNode`, which lists every missing one.
    public func slots(nodes ids: [Node.ID]) throws(EditError) -> [Node.Slot] {
        if ids.count == 1 { return [try slot(node: ids[0])] }
        if let slots = nodes.table.find(ids, in: arena, { nodes.rows[$0].text }) { return slots }
        throw .noSuchNode(ids.filter { node($0) == nil })
    }

    /// The slots of these edges, in their order.
    ///
    /// - Throws: `noSuchEdge`, which lists every missing one.
    public func slots(edges ids: [Edge.ID]) throws(EditError) -> [Edge.Slot] {
        if ids.count == 1 { return [try slot(edge: ids[0])] }
        if let slots = edges.table.find(ids, in: arena, { edges.rows[$0].text }) { return slots }
        throw .noSuchEdge(ids.filter { edge($0) == nil })
    }

    /// The nodes inside some nodes, at any depth, each once, in the order of the document.
    ///
    /// - Complexity: O(*n* log *n*) in the nodes inside.
    public func descendants(of slots: [Node.Slot]) -> [Node.Slot] {
        var inside: [Node.Slot] = []
        var seen = SearchedSlots<Node>()
        for root in outermost(slots) {
            visitDescendants(of: root) { if seen.insert($0) { inside.append($0) } }
        }
        return nodesInOrder(inside)
    }

    /// The edges of a node, a loop once, in the order of the document.
    ///
    /// - Parameter handle: only edges on a handle of the node with this id, named or omitted.
    /// - Throws: `noSuchHandle`.
    /// - Complexity: O(*n* log *n*) in the node's edges.
    public func edges(of slot: Node.Slot, at handle: Identifier? = nil) throws(EditError) -> [Edge.Slot] {
        if let handle, self.handle(handle, of: slot, kind: nil) == nil {
            let id = nodeID(slot)
            throw EditError(.noSuchHandle, "node \"\(id)\" has no handle \"\(handle)\"", nodes: [id])
        }
        var found: [Edge.Slot] = []
        visitEdges(of: slot) { edge in
            let ends = edges.ends(edge)
            let isOnHandle =
                (ends.source == slot && resolvedHandle(of: edge, kind: .source)?.id == handle)
                || (ends.target == slot && resolvedHandle(of: edge, kind: .target)?.id == handle)
            if handle == nil || isOnHandle { found.append(edge) }
        }
        return edgesInOrder(found)
    }

    /// Returns the nodes of a list that are in no other one of them, in the given order.
    ///
    /// - Complexity: O(the nodes and the different nodes around them).
    public func outermost(_ slots: [Node.Slot]) -> [Node.Slot] {
        if slots.allSatisfy({ nodes.parent($0) == nil }) { return slots }
        let members = SearchedSlots(slots)
        var inside = SearchedSlots<Node>()
        var outside = SearchedSlots<Node>()
        var passed: [Node.Slot] = []
        return slots.filter { slot in
            var next = nodes.parent(slot)
            if next == nil { return true }
            passed.removeAll(keepingCapacity: true)
            var isInside = false
            while let ancestor = next {
                isInside = members.contains(ancestor) || inside.contains(ancestor)
                if isInside || outside.contains(ancestor) { break }
                passed.append(ancestor)
                next = nodes.parent(ancestor)
            }
            for slot in passed {
                if isInside { inside.insert(slot) } else { outside.insert(slot) }
            }
            return !isInside
        }
    }
}

extension IdentifierTable {
    /// The slots of many ids, nil for a missing one. They are looked up in steps, so that their cache misses overlap.
    ///
    /// - Parameter reference: to the text of the element in a slot.
    fileprivate func find(
        _ ids: [Identifier], in arena: TextArena, _ reference: (Slot<Element>) -> TextArena.Reference
    ) -> [Slot<Element>]? {
        var slots: [Slot<Element>] = []
        slots.reserveCapacity(ids.count)
        for first in stride(from: 0, to: ids.count, by: IdentifierHash.batch) {
            let batch = ids[first..<min(first + IdentifierHash.batch, ids.count)]
            let hashes = batch.map { $0.withBytes { IdentifierHash.hash($0) } }
            let candidates = hashes.map { candidate(hash: $0) }
            let texts = candidates.map { $0.map(reference) ?? 0 }
            for (id, (hash, (candidate, text))) in zip(batch, zip(hashes, zip(candidates, texts))) {
                guard let candidate else { return nil }
                func has(_ text: TextArena.Reference) -> Bool {
                    id.withBytes { id in arena.text(text).withID { $0.hasSameBytes(as: id) } }
                }
                guard let slot = has(text) ? candidate : find(hash: hash, { has(reference($0)) }) else { return nil }
                slots.append(slot)
            }
        }
        return slots
    }
}
