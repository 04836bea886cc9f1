import Storage

extension Document {
    /// The nodes along the edges from `target` to `source` if an edge from `source` to `target` would close a cycle.
    ///
    /// Without an order, as in a document with cycles, the search walks the descendants of `target`.
    func pathClosingCycle(
        from source: Node.Slot, to target: Node.Slot, without edge: Edge.Slot?
    ) -> [Node.Slot]? {
        if source == target { return [source] }
        guard let topology else { return walk(from: target, to: source, without: edge) }
        return topology.path(from: target, to: source, without: edge, nodes, edges)
    }

    /// Makes the order that the gate uses to find cycles, if they are refused, and the values that it checks, if it
    /// checks any.
    ///
    /// - Complexity: O(nodes + edges) the first time, and in a document with cycles after an edge was removed; else
    ///   O(1), plus the cost of `updateValues`.
    public mutating func prepareGate() {
        if !settings.allowCycles { storage.value.makeOrder() }
        if settings.checkValues { updateValues() }
    }

    /// Drops the order if so many edges are added or change their ends that making it again is cheaper than updating
    /// it.
    ///
    /// Edges that come in an order of their own may each move all nodes that came before.
    mutating func leaveOrder(to changed: Int) {
        if changed > 64, changed > edges.count / 4 { topology = nil }
    }

    /// Breadth first, so the path is a shortest one.
    private func walk(
        from start: Node.Slot, to end: Node.Slot, without excluded: Edge.Slot?
    ) -> [Node.Slot]? {
        var came: [Node.Slot: Node.Slot] = [start: start]
        var queue = [start]
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            if node == end {
                var path = [node]
                while let last = path.last, last != start, let before = came[last] { path.append(before) }
                return path.reversed()
            }
            var next = nodes.firstOut(node)
            while let edge = next {
                let target = edges.ends(edge).target
                if edge != excluded && came[target] == nil {
                    came[target] = node
                    queue.append(target)
                }
                next = edges.nextOut(edge)
            }
        }
        return nil
    }
}

extension DocumentStorage {
    /// Makes the order of the nodes if they may have one that is not known.
    fileprivate mutating func makeOrder() {
        if topology != nil || isOrderless { return }
        topology = TopologicalOrder(nodes, edges)
        isOrderless = topology == nil
    }

    /// Brings the order in step with an edge that is linked already.
    mutating func orderEdge(_ slot: Edge.Slot) {
        topology?.edgeWasAdded(slot, in: nodes, edges)
        guard topology?.isBroken == true else { return }
        topology = nil
        isOrderless = true
    }
}
