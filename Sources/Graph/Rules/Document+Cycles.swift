import Storage

extension Document {
    /// The sets of nodes that lead to each other along edges, each in document order; self-loops do not count.
    ///
    /// After R. Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of its own in place of recursion.
    /// - Complexity: O(nodes + edges).
    public func cycles() -> [[Node.Slot]] {
        var search = ComponentSearch(nodes, edges)
        for slot in nodeSlots { search.visit(from: slot) { _ in true } }
        let order = nodes.order
        return search.components
            .filter { $0.count > 1 }
            .map { search.nodes(of: $0).sorted { order.key($0) < order.key($1) } }
            .sorted { order.key($0[0]) < order.key($1[0]) }
    }
}

extension Document {
    /// Edges whose removal breaks all cycles: those that lead back in a depth-first walk, from the first node on and
    /// along the earlier edges first.
    ///
    /// There may be fewer such edges: to find the fewest is as hard as any problem that can be checked fast (Karp 1972).
    /// - Complexity: O(*e* log *e*) in the edges of the nodes.
    func edgesClosingCycles(among component: [Node.Slot]) -> [Edge.Slot] {
        enum Mark { case ahead, open, done }
        var marks = Dictionary(component.map { ($0, Mark.ahead) }, uniquingKeysWith: { mark, _ in mark })
        var closing: [Edge.Slot] = []
        for start in component where marks[start] == .ahead {
            var path: [(node: Node.Slot, edges: [Edge.Slot])] = [(start, outgoing(start))]
            marks[start] = .open
            while let last = path.indices.last {
                guard let edge = path[last].edges.popLast() else {
                    marks[path.removeLast().node] = .done
                    continue
                }
                let target = edges.ends(edge).target
                if marks[target] == .open && target != path[last].node { closing.append(edge) }
                if marks[target] == .ahead {
                    marks[target] = .open
                    path.append((target, outgoing(target)))
                }
            }
        }
        return closing.sorted { edges.order.key($0) < edges.order.key($1) }
    }

    /// The edges that leave a node, the last in the order of the document first.
    public func outgoing(_ slot: Node.Slot) -> [Edge.Slot] {
        var list: [Edge.Slot] = []
        var next = nodes.firstOut(slot)
        while let edge = next {
            list.append(edge)
            next = edges.nextOut(edge)
        }
        return list.sorted { edges.order.key($0) > edges.order.key($1) }
    }
}
