import Storage

// What lies around nodes along edges, found breadth first.

extension Document {
    /// The nodes at most `depth` edges away from a node, without itself.
    ///
    /// - Complexity: O(those nodes and their edges).
    func neighbors(of slot: Node.Slot, _ direction: Query.Direction, depth: Int) -> ElementSet {
        var found = ElementSet()
        found.nodes.insert(slot)
        var front = [slot]
        var steps = 0
        while !front.isEmpty && steps < depth {
            var next: [Node.Slot] = []
            for node in front {
                visitNeighbors(of: node, direction) { if found.nodes.insert($0) { next.append($0) } }
            }
            front = next
            steps += 1
        }
        found.nodes.remove(slot)
        return found
    }

    /// The nodes and edges on the directed paths from one node to another, with both; a path may come to a node twice.
    ///
    /// - Complexity: O(what the first leads to and what leads to the second).
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

    private func visitNeighbors(of slot: Node.Slot, _ direction: Query.Direction, _ body: (Node.Slot) -> Void) {
        if direction != .in {
            var next = nodes.firstOut(slot)
            while let edge = next {
                body(edges.ends(edge).target)
                next = edges.nextOut(edge)
            }
        }
        if direction != .out {
            var next = nodes.firstIn(slot)
            while let edge = next {
                body(edges.ends(edge).source)
                next = edges.nextIn(edge)
            }
        }
    }
}
