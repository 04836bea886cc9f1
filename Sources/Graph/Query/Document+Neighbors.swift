import Storage

// What lies around nodes along edges, found breadth first.

extension Document {
    /// The nodes at most `depth` edges away from a node, without itself.
    ///
    /// - Complexity: O(those nodes and their edges).
    func neighbors(of slot: Node.Slot, _ direction: Query.Direction, depth: Int) -> ElementSet {
        var found = ElementSet()
        found.nodes = paths(from: slot, direction, depth: depth).nodes
        found.nodes.remove(slot)
        return found
    }

    /// The nodes to which a connection from a handle of this kind of a node would close a cycle; nil if there are more
    /// than a limit.
    ///
    /// - Parameter moved: the edge that the connection replaces.
    /// - Complexity: O(those nodes and their edges).
    public func nodesClosingCycles(
        from slot: Node.Slot, _ kind: Handle.Kind, without moved: Edge.Slot? = nil, atMost limit: Int = .max
    ) -> SlotSet<Node>? {
        var found = SlotSet<Node>()
        var front = [slot]
        while let node = front.popLast() {
            visitNeighbors(of: node, kind == .source ? .in : .out) { edge, neighbor in
                if edge != moved, neighbor != slot, found.insert(neighbor) { front.append(neighbor) }
            }
            if found.count > limit { return nil }
        }
        return found
    }

    /// The node and those at most `depth` edges away from it, with the edges on the paths there.
    ///
    /// - Complexity: O(those nodes and their edges).
    public func paths(from slot: Node.Slot, _ direction: Query.Direction, depth: Int) -> ElementSet {
        var found = ElementSet()
        found.nodes.insert(slot)
        var front = [slot]
        var steps = 0
        while !front.isEmpty && steps < depth {
            var next: [Node.Slot] = []
            for node in front {
                visitNeighbors(of: node, direction) { edge, neighbor in
                    found.edges.insert(edge)
                    if found.nodes.insert(neighbor) { next.append(neighbor) }
                }
            }
            front = next
            steps += 1
        }
        return found
    }

    /// Adds, if no edge is among the elements, the edges that join two of the nodes.
    ///
    /// - Complexity: O(the nodes and the edges that begin at them).
    public func joined(_ some: ElementSet) -> ElementSet {
        if !some.edges.isEmpty { return some }
        var all = some
        some.nodes.forEach { node in
            visitNeighbors(of: node, .out) { edge, target in if some.nodes.contains(target) { all.edges.insert(edge) } }
        }
        return all
    }

    /// The nodes and edges on the directed paths from one node to another, both included; a path may pass a node
    /// twice.
    ///
    /// - Complexity: O(the descendants of the first and the ancestors of the second).
    func elements(between first: Node.Slot, _ last: Node.Slot) -> ElementSet {
        var after = neighbors(of: first, .out, depth: .max).nodes
        var before = neighbors(of: last, .in, depth: .max).nodes
        after.insert(first)
        before.insert(last)
        var found = ElementSet()
        after.forEach { if before.contains($0) { found.nodes.insert($0) } }
        found.nodes.forEach { node in
            var next = nodes.firstOut(node)
            while let edge = next {
                if found.nodes.contains(edges.ends(edge).target) { found.edges.insert(edge) }
                next = edges.nextOut(edge)
            }
        }
        return found
    }

    private func visitNeighbors(
        of slot: Node.Slot, _ direction: Query.Direction, _ body: (Edge.Slot, Node.Slot) -> Void
    ) {
        if direction != .in {
            var next = nodes.firstOut(slot)
            while let edge = next {
                body(edge, edges.ends(edge).target)
                next = edges.nextOut(edge)
            }
        }
        if direction != .out {
            var next = nodes.firstIn(slot)
            while let edge = next {
                body(edge, edges.ends(edge).source)
                next = edges.nextIn(edge)
            }
        }
    }
}
