extension Bands {
    /// Aligns nodes along the flow within their layers, and moves layers apart to the required distances.
    mutating func keep(
        _ constraints: FlowConstraints, _ levels: Levels, _ graph: FlowGraph, _ alignment: LayoutAlignment
    ) {
        var sets: [Int: [Int]] = [:]
        for node in 0..<graph.count where !constraints.alignedAlong.isAlone(node) {
            sets[constraints.alignedAlong.find(node).root, default: []].append(node)
        }
        for (_, nodes) in sets.sorted(by: { $0.key < $1.key }) {
            let layer = levels.layer[nodes[0]]
            let offsets = nodes.map { constraints.alignedAlong.find($0).offset }
            let low = offsets.min() ?? 0
            let height = zip(nodes, offsets).reduce(0) { max($0, $1.1 + graph.heights[$1.0] - low) }
            let missing = height - (bottoms[layer] - tops[layer])
            if missing > 0 { grow(layer, by: missing, levels) }
            let free = bottoms[layer] - tops[layer] - height
            let top = tops[layer] - low + max(0, free) * alignment.share
            for (node, offset) in zip(nodes, offsets) { move(node, to: top + offset) }
        }
        joinLayers(constraints, graph)
        for pair in constraints.gapsAlong.sorted(by: { levels.layer[$0.after] < levels.layer[$1.after] }) {
            let missing = pair.gap - (nodes[pair.after] - nodes[pair.before] - graph.heights[pair.before])
            let layer = levels.layer[pair.after]
            if missing > 0, layer > 0 { spread(above: layer, by: missing, levels) }
        }
    }

    /// Moves nodes along the flow, within the band of their layer, so that nodes that must share a layer lie side by
    /// side.
    /// Each node moves, with the nodes aligned with it, to the line that the nodes before it share.
    private mutating func joinLayers(_ constraints: FlowConstraints, _ graph: FlowGraph) {
        var layers: [Int: [Int]] = [:]
        var sets: [Int: [Int]] = [:]
        for node in 0..<graph.count {
            sets[constraints.alignedAlong.find(node).root, default: []].append(node)
            if constraints.sameLayer.isAlone(node) { continue }
            layers[constraints.sameLayer.find(node).root, default: []].append(node)
        }
        func bottom(_ node: Int) -> Double { nodes[node] + graph.heights[node] }
        for (_, members) in layers.sorted(by: { $0.key < $1.key }) {
            // Aligned nodes come first, as they are less free.
            let order =
                members.filter { !constraints.alignedAlong.isAlone($0) }
                + members.filter { constraints.alignedAlong.isAlone($0) }
            var (low, high) = (-Double.infinity, Double.infinity)
            for node in order {
                let offset = max(0, low - bottom(node)) - max(0, nodes[node] - high)
                if offset != 0 {
                    let set = sets[constraints.alignedAlong.find(node).root] ?? []
                    let up = set.reduce(Double.infinity) { min($0, nodes[$1] - top($1)) }
                    let down = set.reduce(Double.infinity) { min($0, self.bottom($1) - bottom($1)) }
                    let kept = min(max(offset, -max(0, up)), max(0, down))
                    for other in set { move(other, to: nodes[other] + kept) }
                }
                (low, high) = (max(low, nodes[node]), min(high, bottom(node)))
            }
        }
    }

    private mutating func grow(_ layer: Int, by missing: Double, _ levels: Levels) {
        stretch(layer, by: missing)
        if layer + 1 < levels.rows.count { spread(above: layer + 1, by: missing, levels) }
    }
}
