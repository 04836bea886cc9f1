extension Reinsertion {
    /// Takes out and puts back, one by one and then several at once, until the work is done or nothing crosses.
    ///
    /// False if it was stopped.
    mutating func search(crossings: Int, work limit: Int, _ watch: LayoutWatch) -> Bool {
        cost = crossings * Reinsertion.crossing
        for edge in 0..<levels.graph.edgeCount {
            cost += levels.layers[levels.graph.lowers[edge]] - levels.layers[levels.graph.uppers[edge]]
        }
        var round = 0
        let count = levels.graph.count
        while work < limit, cost >= Reinsertion.crossing {
            if round % 64 == 0, !watch(Double(work) / Double(limit)) { return false }
            attempt(round < count ? [round] : group())
            round += 1
            work += 100
        }
        return true
    }

    /// Takes nodes out and puts them back in any order; undoes it if it costs more.
    private mutating func attempt(_ nodes: [Int]) {
        let before = (levels.rows, cost, nodes.map { levels.layers[$0] })
        for node in nodes { take(node: node) }
        var left = nodes
        while !left.isEmpty {
            let node = left.remove(at: choice.below(left.count))
            put(node: node)
        }
        if cost <= before.1 { return }
        for (node, layer) in zip(nodes, before.2) { levels.layers[node] = layer }
        (levels.rows, cost) = (before.0, before.1)
        for layer in levels.rows.indices { levels.renewPlaces(layer) }
        for node in nodes {
            for slot in 0..<levels.outgoing.degree(node) { levels.link(levels.outgoing.item(node, slot)) }
            for slot in 0..<levels.incoming.degree(node) { levels.link(levels.incoming.item(node, slot)) }
        }
    }

    /// A few nodes that lie near each other: along edges, or in a row.
    private mutating func group() -> [Int] {
        let graph = levels.graph
        var nodes = [choice.below(graph.count)]
        let size = 1 + choice.below(5)
        for _ in 0..<(2 * size) where nodes.count < size {
            let node = nodes[choice.below(nodes.count)]
            let degree = levels.outgoing.degree(node) + levels.incoming.degree(node)
            let pick = choice.below(degree + 2)
            var other = node
            if pick < levels.outgoing.degree(node) {
                other = graph.lowers[levels.outgoing.item(node, pick)]
            } else if pick < degree {
                other = graph.uppers[levels.incoming.item(node, pick - levels.outgoing.degree(node))]
            } else {
                let row = levels.rows[levels.layers[node]]
                let place = levels.place[node] + (pick == degree ? 1 : -1)
                if row.indices.contains(place) {
                    other = row[place]
                    if other >= graph.count { other = graph.uppers[levels.edge(ofBend: other)] }
                }
            }
            if !nodes.contains(other) { nodes.append(other) }
        }
        return nodes
    }
}
