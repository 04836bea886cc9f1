import Geometry

extension Routes {
    /// Draws self-loops beside their nodes.
    func drawLoops(_ component: FlowComponent, _ sheet: inout Sheet) {
        for (index, (edge, node)) in component.loops.enumerated() {
            let middle = Point(x: middles[node], y: bands.nodes[node] + graph.heights[node] / 2)
            sheet.corners.append((edge, component.loopPoints[index].map { middle + $0 }))
            if let label = component.loopLabels[index] {
                sheet.labels.append((edge, middle + label.middle, label.size))
            }
        }
    }

    /// Draws edges that span too many layers to the right of all others: out between layers, along, and back.
    func drawDetours(_ component: FlowComponent, _ sheet: inout Sheet) {
        var right = -Double.infinity
        for item in middles.indices { right = max(right, middles[item] + extent(item)) }
        for (number, detour) in component.detours.enumerated() {
            let lead = points(detour.ends.0, at: detour.upper)
            let tail = points(detour.ends.1, at: detour.lower)
            let (start, end) = (lead[lead.count - 1], tail[tail.count - 1])
            let lane = right + 20 + 10 * Double(number)
            let share = 0.2 + 0.6 * Double(number % 16) / 16
            let top = bands.gap(below: levels.layer[detour.upper], share)
            let bottom = bands.gap(below: levels.layer[detour.lower] - 1, 1 - share)
            let way = [
                Point(x: start.x, y: top), Point(x: lane, y: top), Point(x: lane, y: bottom),
                Point(x: end.x, y: bottom),
            ]
            sheet.append(lead + way + tail.reversed(), of: detour.edge, isTurned: detour.isTurned)
        }
    }

    /// Draws edges between nodes of one layer: straight between neighbors, else through the gap beside the layer.
    func draw(_ flat: [(edge: Int, source: Int, target: Int)], _ sheet: inout Sheet) {
        for (number, (edge, source, target)) in flat.enumerated() {
            if abs(levels.place[source] - levels.place[target]) == 1 { continue }
            let layer = levels.layer[source]
            let share = 0.2 + 0.6 * Double(number % 16) / 16
            let y =
                layer + 1 < bands.tops.count
                ? bands.gap(below: layer, share)
                : layer > 0
                    ? bands.gap(below: layer - 1, 1 - share) : bands.bottoms[layer] + 20 + 10 * Double(number % 16)
            sheet.corners.append((edge, [Point(x: middles[source], y: y), Point(x: middles[target], y: y)]))
        }
    }

    private func extent(_ item: Int) -> Double { item < graph.count ? graph.rights[item] : 0 }
}
