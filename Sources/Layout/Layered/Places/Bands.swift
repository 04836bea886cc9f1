/// The band of each layer along the flow: its nodes lie inside, and edges bend only between bands.
struct Bands {
    /// The tops and bottoms of bands: by layer, unless each item has its own.
    private(set) var tops: [Double] = []
    private(set) var bottoms: [Double] = []
    /// The band of each item: the band of its layer, or its own.
    private let bands: [Int]
    /// The upper border of each node.
    private(set) var nodes: [Double] = []

    /// The bands include the frames of groups that begin or end in them.
    ///
    /// - Parameter space: the least space below each layer; empty for none.
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

    /// Makes a band for each item, for drawings without separate layers.
    init(tops: [Double], bottoms: [Double], nodes: [Double]) {
        (self.tops, self.bottoms, self.nodes) = (tops, bottoms, nodes)
        bands = Array(tops.indices)
    }

    /// The top of the band in which an item lies.
    @inline(__always) func top(_ item: Int) -> Double { tops[bands[item]] }

    /// The bottom of the band in which an item lies.
    @inline(__always) func bottom(_ item: Int) -> Double { bottoms[bands[item]] }

    /// Moves a node along the flow.
    mutating func move(_ node: Int, to top: Double) { nodes[node] = top }

    /// Moves a layer and all after it away from the layers before it.
    mutating func spread(above layer: Int, by distance: Double, _ levels: Levels) {
        for moved in layer..<tops.count {
            tops[moved] += distance
            bottoms[moved] += distance
            for item in levels.rows[moved] where !levels.isBend(item) { nodes[item] += distance }
        }
    }

    /// Moves the end of a layer.
    mutating func stretch(_ layer: Int, by distance: Double) { bottoms[layer] += distance }

    /// The coordinate in the gap below a layer at a share of the gap.
    func gap(below layer: Int, _ share: Double) -> Double {
        bottoms[layer] + (tops[layer + 1] - bottoms[layer]) * share
    }
}
