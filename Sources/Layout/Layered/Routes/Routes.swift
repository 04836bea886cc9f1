import Geometry

/// Draws the edges of a component: the shortest lines that keep the order of layers and the bands.
struct Routes {
    let levels: Levels
    let graph: FlowGraph
    let bands: Bands
    /// The middle of each item across the flow.
    let middles: [Double]
    /// The range of its layer that belongs to each item.
    private var lows: [Double]
    private var highs: [Double]
    /// The distance by which an edge may miss the middle of its label's space, by item; nil without a label.
    private var plays: [Double?]
    var corridor = Corridor()

    init(_ levels: Levels, _ graph: FlowGraph, _ bands: Bands, _ spacing: Spacing, middles: [Double]) {
        (self.levels, self.graph, self.bands, self.middles) = (levels, graph, bands, middles)
        lows = middles
        highs = middles
        plays = Array(repeating: nil, count: middles.count)
        var least = Double.infinity
        var most = -Double.infinity
        for item in middles.indices {
            least = min(least, middles[item] - spacing.lefts[item])
            most = max(most, middles[item] + spacing.rights[item])
        }
        for row in levels.rows where !row.isEmpty {
            lows[row[0]] = isBend(row[0]) ? least : middles[row[0]] - spacing.lefts[row[0]] - spacing.nodes / 4
            let last = row[row.count - 1]
            highs[last] = isBend(last) ? most : middles[last] + spacing.rights[last] + spacing.nodes / 4
            for at in row.indices.dropFirst() { divide(row[at - 1], row[at], spacing) }
        }
    }

    /// The sides of groups count as nodes.
    private func isBend(_ item: Int) -> Bool {
        levels.isBend(item) && (levels.nesting.map { $0.sides[item] == 0 } ?? true)
    }

    /// Divides the free space between two neighbors: bends may come near to nodes, and nodes get no more than they
    /// need.
    private mutating func divide(_ left: Int, _ right: Int, _ spacing: Spacing) {
        let low = middles[left] + spacing.rights[left]
        let high = middles[right] - spacing.lefts[right]
        let free = max(0, high - low)
        let margin = min(spacing.nodes / 4, free / 2)
        let hair = min(1, free / 10)
        switch (isBend(left), isBend(right)) {
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

    /// Makes edges with labels pass through the space of their labels, near its middle.
    mutating func narrow(_ labels: LabelSpace, spacing: Double) {
        for item in middles.indices where labels.widths[item] > 0 {
            let half = max(labels.widths[item] / 2 - 2 * LabelSpace.margin, 0)
            plays[item] = min(spacing * 0.12, half)
            lows[item] = max(lows[item], middles[item] - half)
            highs[item] = min(highs[item], middles[item] + half)
        }
    }

    /// Returns the position along the flow of the middle of an edge's label; nil without one.
    func labelHeight(of edge: Int, _ labels: LabelSpace) -> Double? {
        for bend in levels.firstBend[edge]..<levels.firstBend[edge + 1] where labels.widths[bend] > 0 {
            return (bands.top(bend) + bands.bottom(bend)) / 2
        }
        return nil
    }

    /// The line of an edge from its upper to its lower end, with the points at both ends.
    mutating func way(of edge: Int, _ upperEnd: EdgeEnd, _ lowerEnd: EdgeEnd) -> [Point] {
        let lead = points(upperEnd, at: graph.uppers[edge])
        let tail = points(lowerEnd, at: graph.lowers[edge])
        let (start, end) = (lead[lead.count - 1], tail[tail.count - 1])
        layGates(edge, upperEnd, lowerEnd, start, end)
        corridor.narrow(by: graph.thickness[edge] / 2)
        return lead + corridor.corners(from: start, to: end) + tail.reversed()
    }

    /// Sets the gates through which an edge passes.
    mutating func layGates(_ edge: Int, _ upperEnd: EdgeEnd, _ lowerEnd: EdgeEnd, _ start: Point, _ end: Point) {
        corridor.clear()
        let (upper, lower) = (graph.uppers[edge], graph.lowers[edge])
        if upperEnd.lane > 0 {
            append(
                Corridor.Gate(y: bands.nodes[upper] + graph.heights[upper], low: start.x - 3, high: start.x + 3), start)
        }
        for gate in upperEnd.gates {
            append(
                gate.range, at: bands.nodes[upper] + graph.heights[upper] + gate.distance, start.x - upperEnd.offset,
                start)
        }
        append(upper, bands.bottom(upper), start, start.x)
        for bend in levels.firstBend[edge]..<levels.firstBend[edge + 1] {
            let (top, bottom) = (bands.top(bend), bands.bottom(bend))
            append(bend, top, start, middles[bend])
            if let play = plays[bend], bottom > top {
                let middle = Corridor.Gate(
                    y: (top + bottom) / 2, low: max(lows[bend], middles[bend] - play),
                    high: min(highs[bend], middles[bend] + play))
                append(middle, start)
            }
            if bottom > top { append(bend, bottom, start, middles[bend]) }
        }
        if bands.top(lower) < end.y { append(lower, bands.top(lower), start, end.x) }
        for gate in lowerEnd.gates.reversed() where bands.nodes[lower] - gate.distance < end.y {
            append(gate.range, at: bands.nodes[lower] - gate.distance, end.x - lowerEnd.offset, start)
        }
        if lowerEnd.lane > 0, bands.nodes[lower] < end.y {
            append(Corridor.Gate(y: bands.nodes[lower], low: end.x - 3, high: end.x + 3), start)
        }
        corridor.order()
    }

    /// The points at the end of an edge at a node.
    func points(_ end: EdgeEnd, at node: Int) -> [Point] {
        let middle = Point(x: middles[node], y: bands.nodes[node] + graph.heights[node] / 2)
        return end.points.map { middle + $0 }
    }

    private mutating func append(_ item: Int, _ y: Double, _ start: Point, _ x: Double) {
        append(Corridor.Gate(y: y, low: min(lows[item], x), high: max(highs[item], x)), start)
    }

    private mutating func append(_ gate: ClosedRange<Double>, at y: Double, _ middle: Double, _ start: Point) {
        append(Corridor.Gate(y: y, low: middle + gate.lowerBound, high: middle + gate.upperBound), start)
    }

    private mutating func append(_ gate: Corridor.Gate, _ start: Point) {
        if gate.y > start.y { corridor.append(gate) }
    }
}
