/// The band of each layer along the flow: its nodes lie within, and edges turn only beside it.
struct Bands {
    /// The top of each layer.
    private(set) var tops: [Double] = []
    private(set) var bottoms: [Double] = []
    /// The upper border of each node.
    private(set) var nodes: [Double] = []

    /// The frames of groups lie about the nodes; bands reach as far as those that begin or end there.
    ///
    /// - Parameter space: the least below each layer; empty asks for none.
    init(
        _ levels: Levels, _ graph: FlowGraph, _ labels: LabelSpace, _ layout: LayeredLayout, space: [Double] = []
    ) {
        let spacing = layout.clean(layout.layerSpacing)
        var gaps = labels.gaps(levels, spacing: spacing)
        for (layer, least) in space.enumerated() { gaps[layer] = max(gaps[layer], least) }
        var frames = GroupFrames(levels)
        var y = 0.0
        nodes = Array(repeating: 0, count: graph.count)
        for (layer, row) in levels.rows.enumerated() {
            var height = 0.0
            for item in row {
                height = max(height, levels.isBend(item) ? labels.heights[item] : graph.reaches[item])
            }
            tops.append(y - frames.extents(layer).above)
            for item in row where !levels.isBend(item) {
                let free = height - graph.reaches[item]
                let own = (graph.reaches[item] - graph.heights[item]) / 2
                nodes[item] = y + own + (layout.align == .start ? 0 : layout.align == .end ? free : free / 2)
            }
            y += height
            y += frames.missing(in: layer, tops: nodes, bottom: y, levels)
            bottoms.append(y + frames.extents(layer).below)
            if layer < gaps.count { y += frames.gap(below: layer, gaps[layer], spacing: spacing) }
        }
    }

    /// Puts a node elsewhere along the flow.
    mutating func move(_ node: Int, to top: Double) { nodes[node] = top }

    /// A place in the gap below a layer, as the share of it that lies above.
    func gap(below layer: Int, _ share: Double) -> Double {
        bottoms[layer] + (tops[layer + 1] - bottoms[layer]) * share
    }
}
