import Geometry

/// The frames of groups along the flow, and the space that they take between layers.
struct GroupFrames {
    /// The heights by layer: of the frames that begin above its nodes, and of those that end below them.
    private(set) var above: [Double]
    private(set) var below: [Double]
    /// A flag for each layer: true if edges meet frames in a row just above it, or just below it.
    private var beginsBefore: [Bool]
    private var endsAfter: [Bool]
    private let hasNodes: [Bool]
    /// The top of the highest node of each group.
    private var highest: [Double] = []
    /// The share of the gap between layers in which edges may lean between frames.
    private static let lean = 0.4
    /// The rectangle of each group, in flow coordinates.
    private(set) var rects: [Rect] = []

    /// Makes frames for levels without groups.
    init(_ levels: Levels) {
        above = Array(repeating: 0, count: levels.layerCount)
        below = above
        beginsBefore = Array(repeating: false, count: levels.layerCount)
        endsAfter = beginsBefore
        hasNodes = levels.nesting?.hasNodes ?? []
        guard let nesting = levels.nesting else { return }
        let tree = nesting.tree
        highest = Array(repeating: .infinity, count: tree.count)
        var tops = Array(repeating: tree.padding, count: tree.count)
        var bottoms = tops
        for group in (0..<tree.count).reversed() {
            let (first, last) = (nesting.leads[group], nesting.trails[group])
            if nesting.firsts[group] < first { beginsBefore[first] = true }
            if nesting.lasts[group] > last { endsAfter[last] = true }
            above[first] = max(above[first], tops[group])
            below[last] = max(below[last], bottoms[group])
            let around = tree.parents[group]
            if around < 0 { continue }
            if nesting.leads[around] == first { tops[around] = max(tops[around], tops[group] + tree.padding) }
            if nesting.trails[around] == last { bottoms[around] = max(bottoms[around], bottoms[group] + tree.padding) }
        }
    }

    /// Returns the heights of the frames that begin in a layer, above its nodes, and of those that end in it, below.
    func extents(_ layer: Int) -> (above: Double, below: Double) {
        (beginsBefore[layer] ? 0 : above[layer], endsAfter[layer] ? 0 : below[layer])
    }

    /// The gap below a layer, large enough for frames and for edges that lean between them.
    ///
    /// - Parameter least: the least free space between frames that end above the gap and frames that begin below it.
    func gap(below layer: Int, _ gap: Double, spacing: Double, least: Double = 0) -> Double {
        if hasNodes.isEmpty { return max(gap, least) }
        // Rows in which edges meet frames lie on the frames.
        if endsAfter[layer] { return hasNodes[layer + 1] ? max(gap, below[layer]) : below[layer] }
        if beginsBefore[layer + 1] { return hasNodes[layer] ? max(gap, above[layer + 1]) : above[layer + 1] }
        let frames = extents(layer).below + extents(layer + 1).above
        var used = 0.0
        if layer > 0, !hasNodes[layer], endsAfter[layer - 1] { used += below[layer - 1] }
        if layer + 2 < hasNodes.count, !hasNodes[layer + 1], beginsBefore[layer + 2] { used += above[layer + 2] }
        return frames + used > 0 ? max(gap - used, frames + max(spacing * GroupFrames.lean, least)) : max(gap, least)
    }

    /// Returns how much further down a layer must reach so that the groups that end there have their least height.
    ///
    /// - Parameters:
    ///   - tops: the tops of the nodes that have places; layers are placed one after another.
    ///   - bottom: the bottom of the nodes of the layer.
    mutating func missing(in layer: Int, tops: [Double], bottom: Double, _ levels: Levels) -> Double {
        guard let nesting = levels.nesting else { return 0 }
        let tree = nesting.tree
        for node in levels.rows[layer] where node < tree.leafCount {
            var group = tree.nodeGroups[node]
            while group >= 0, nesting.leads[group] == layer {
                highest[group] = min(highest[group], tops[node])
                group = tree.parents[group]
            }
        }
        var missing = 0.0
        for group in nesting.layerGroups[layer] where nesting.trails[group] == layer {
            missing = max(missing, highest[group] + tree.least[group].height - bottom - 2 * tree.padding)
        }
        return missing
    }

    /// Fits the frames around their contents; `tops` are the tops of nodes.
    mutating func fit(_ levels: Levels, _ graph: FlowGraph, _ middles: [Double], tops: [Double]) {
        guard let nesting = levels.nesting else { return }
        let tree = nesting.tree
        var spans = Array(repeating: (low: Double.infinity, high: -Double.infinity), count: tree.count)
        for node in 0..<tree.leafCount where tree.nodeGroups[node] >= 0 {
            let group = tree.nodeGroups[node]
            let own = (graph.reaches[node] - graph.heights[node]) / 2
            spans[group].low = min(spans[group].low, tops[node] - own)
            spans[group].high = max(spans[group].high, tops[node] + graph.heights[node] + own)
        }
        rects = Array(repeating: .empty, count: tree.count)
        for group in (0..<tree.count).reversed() {
            var (low, high) = (spans[group].low - tree.padding, spans[group].high + tree.padding)
            high = max(high, low + tree.least[group].height)
            let left = middles[nesting.leftItems[group][0]]
            let right = middles[nesting.rightItems[group][0]]
            if !(low.isFinite && high.isFinite) { (low, high) = (0, 0) }
            rects[group] = Rect(x: left, y: low, width: right - left, height: high - low)
            let around = tree.parents[group]
            if around < 0 { continue }
            spans[around].low = min(spans[around].low, low)
            spans[around].high = max(spans[around].high, high)
        }
    }
}

extension GroupTree {
    /// Moves the nodes at which edges meet groups onto the frames.
    func moveNodes(to frames: [Rect], _ bands: inout Bands) {
        for (at, border) in joints.enumerated() {
            let frame = frames[nodeGroups[leafCount + at]]
            bands.move(leafCount + at, to: border == .entry ? frame.minY : frame.maxY)
        }
    }

    /// The path of an edge with its parts inside the frames added: from and to the middles of groups.
    func way(_ way: [Point], from upper: Int, to lower: Int, _ frames: [Rect]) -> [Point] {
        func middle(_ node: Int) -> [Point] { joint(node) == nil ? [] : [frames[nodeGroups[node]].center] }
        return middle(upper) + way + middle(lower)
    }
}
