/// The band of each layer along the flow: its nodes lie within, and edges turn only beside it.
struct Bands {
    /// By layer.
    private(set) var tops: [Double] = []
    private(set) var bottoms: [Double] = []
    /// The upper border of each node.
    private(set) var nodes: [Double] = []

    init(_ levels: Levels, _ graph: FlowGraph, _ labels: LabelSpace, _ layout: LayeredLayout) {
        let gaps = labels.gaps(levels, spacing: layout.clean(layout.layerSpacing))
        var y = 0.0
        nodes = Array(repeating: 0, count: graph.count)
        for (layer, row) in levels.rows.enumerated() {
            var height = 0.0
            for item in row {
                height = max(height, levels.isBend(item) ? labels.heights[item] : graph.reaches[item])
            }
            tops.append(y)
            for item in row where !levels.isBend(item) {
                let free = height - graph.reaches[item]
                let own = (graph.reaches[item] - graph.heights[item]) / 2
                nodes[item] = y + own + (layout.align == .start ? 0 : layout.align == .end ? free : free / 2)
            }
            y += height
            bottoms.append(y)
            if layer < gaps.count { y += gaps[layer] }
        }
    }

    /// A place in the gap below a layer, as the share of it that lies above.
    func gap(below layer: Int, _ share: Double) -> Double {
        bottoms[layer] + (tops[layer + 1] - bottoms[layer]) * share
    }
}
