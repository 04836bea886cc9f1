/// The band of each layer along the flow: its nodes lie within, and edges turn only beside it.
struct Bands {
    /// The tops and bottoms of bands: by layer, unless each item has its own.
    private(set) var tops: [Double] = []
    private(set) var bottoms: [Double] = []
    /// The band of each item: that of its layer, or its own.
    private let bands: [Int]
    /// The upper border of each node.
    private(set) var nodes: [Double] = []

    /// The frames of groups lie about the nodes; bands reach as far as those that begin or end there.
    ///
    /// - Parameter space: the least below each layer; empty asks for none.
    init(
        _ levels: Levels, _ graph: FlowGraph, _ labels: LabelSpace, _ layout: LayeredLayout, space: [Double] = []
    ) {
        let spacing = layout.clean(layout.layerSpacing)
        let gaps = labels.gaps(levels, spacing: spacing)
        bands = levels.layer
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
            if layer < gaps.count {
                let least = space.isEmpty ? 0 : space[layer]
                y += frames.gap(below: layer, gaps[layer], spacing: spacing, least: least)
            }
        }
    }

    /// Makes bands for drawings whose layers are not apart: one for each item.
    init(tops: [Double], bottoms: [Double], nodes: [Double]) {
        (self.tops, self.bottoms, self.nodes) = (tops, bottoms, nodes)
        bands = Array(tops.indices)
    }

    /// The top of the band in which an item lies.
    @inline(__always) func top(_ item: Int) -> Double { tops[bands[item]] }

    /// The bottom of the band in which an item lies.
    @inline(__always) func bottom(_ item: Int) -> Double { bottoms[bands[item]] }

    /// Puts a node elsewhere along the flow.
    mutating func move(_ node: Int, to top: Double) { nodes[node] = top }

    /// Moves a layer and all after it away from what lies before.
    mutating func spread(above layer: Int, by distance: Double, _ levels: Levels) {
        for moved in layer..<tops.count {
            tops[moved] += distance
            bottoms[moved] += distance
            for item in levels.rows[moved] where !levels.isBend(item) { nodes[item] += distance }
        }
    }

    /// Lets a layer end later.
    mutating func stretch(_ layer: Int, by distance: Double) { bottoms[layer] += distance }

    /// A place in the gap below a layer, as the share of it that lies above.
    func gap(below layer: Int, _ share: Double) -> Double {
        bottoms[layer] + (tops[layer + 1] - bottoms[layer]) * share
    }
}
