import Geometry

/// Draws the edges of a component: the shortest way that keeps the order of the layers and their bands.
struct Routes {
    let levels: Levels
    let graph: FlowGraph
    let bands: Bands
    /// The middle of each item across the flow.
    let middles: [Double]
    /// The part of its layer that belongs to each item.
    private var lows: [Double]
    private var highs: [Double]
    private var corridor = Corridor()

    init(_ levels: Levels, _ graph: FlowGraph, _ bands: Bands, _ spacing: Spacing, middles: [Double]) {
        (self.levels, self.graph, self.bands, self.middles) = (levels, graph, bands, middles)
        lows = middles
        highs = middles
        var least = Double.infinity
        var most = -Double.infinity
        for item in middles.indices {
            least = min(least, middles[item] - spacing.lefts[item])
            most = max(most, middles[item] + spacing.rights[item])
        }
        for row in levels.rows where !row.isEmpty {
            lows[row[0]] = levels.isBend(row[0]) ? least : middles[row[0]] - spacing.lefts[row[0]] - spacing.nodes / 4
            let last = row[row.count - 1]
            highs[last] = levels.isBend(last) ? most : middles[last] + spacing.rights[last] + spacing.nodes / 4
            for at in row.indices.dropFirst() { divide(row[at - 1], row[at], spacing) }
        }
    }

    /// Divides what is free between two neighbors: bends may come near to nodes, nodes get no more than they need.
    private mutating func divide(_ left: Int, _ right: Int, _ spacing: Spacing) {
        let low = middles[left] + spacing.rights[left]
        let high = middles[right] - spacing.lefts[right]
        let free = max(0, high - low)
        let margin = min(spacing.nodes / 4, free / 2)
        let hair = min(1, free / 10)
        switch (levels.isBend(left), levels.isBend(right)) {
        case (false, false):
            highs[left] = low + margin - hair
            lows[right] = high - margin + hair
        case (false, true):
            highs[left] = low + margin - hair
            lows[right] = low + margin
        case (true, false):
            highs[left] = high - margin
            lows[right] = high - margin + hair
        case (true, true):
            highs[left] = low + free / 2 - hair
            lows[right] = low + free / 2 + hair
        }
    }

    /// The corners of an edge from its upper to its lower end, each of which is a point in its node or beside it.
    mutating func corners(of edge: Int, from start: Point, to end: Point) -> [Point] {
        corridor.clear()
        let (upper, lower) = (graph.uppers[edge], graph.lowers[edge])
        append(upper, bands.bottoms[levels.layer[upper]], after: start.y, start.x)
        for bend in levels.firstBend[edge]..<levels.firstBend[edge + 1] {
            let layer = levels.layer[bend]
            append(bend, bands.tops[layer], after: start.y, middles[bend])
            if bands.bottoms[layer] > bands.tops[layer] {
                append(bend, bands.bottoms[layer], after: start.y, middles[bend])
            }
        }
        let top = bands.tops[levels.layer[lower]]
        if top < end.y { append(lower, top, after: start.y, end.x) }
        return corridor.corners(from: start, to: end)
    }

    private mutating func append(_ item: Int, _ y: Double, after start: Double, _ x: Double) {
        if y <= start { return }
        corridor.append(Corridor.Gate(y: y, low: min(lows[item], x), high: max(highs[item], x)))
    }
}
