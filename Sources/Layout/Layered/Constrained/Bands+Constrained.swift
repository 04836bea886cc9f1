extension Bands {
    /// Aligns nodes along the flow within their layers, and moves layers apart as far as nodes are to be.
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
        for pair in constraints.gapsAlong.sorted(by: { levels.layer[$0.after] < levels.layer[$1.after] }) {
            let missing = pair.gap - (nodes[pair.after] - nodes[pair.before] - graph.heights[pair.before])
            let layer = levels.layer[pair.after]
            if missing > 0, layer > 0 { spread(above: layer, by: missing, levels) }
        }
    }

    private mutating func grow(_ layer: Int, by missing: Double, _ levels: Levels) {
        stretch(layer, by: missing)
        if layer + 1 < levels.rows.count { spread(above: layer + 1, by: missing, levels) }
    }
}
