import Geometry

extension FlowComponent {
    /// Finds how edges leave their nodes, and gives nodes the width that their lanes take.
    mutating func prepareEnds(_ document: LayoutGraph, _ layout: LayeredLayout) {
        func handle(_ edge: Int, _ isUpper: Bool) -> FlowHandle? {
            let ends = document.edges[members[edge][0]]
            let isSource = isUpper != isTurned[edge][0]
            let size = document.sizes[isSource ? ends.source : ends.target].clean
            return FlowHandle(isSource ? ends.sourceHandle : ends.targetHandle, size, layout.direction)
        }
        var lanes = Lanes(count: graph.count)
        for edge in 0..<graph.edgeCount {
            for (node, isUpper) in [(graph.uppers[edge], true), (graph.lowers[edge], false)] {
                guard let lane = handle(edge, isUpper)?.lane(leadsDown: isUpper), lane.isNeeded else { continue }
                lanes.want(node, isRight: lane.isRight)
            }
        }
        for loop in loops { lanes.want(loop.node, isRight: true) }
        for edge in 0..<graph.edgeCount {
            for (node, isUpper) in [(graph.uppers[edge], true), (graph.lowers[edge], false)] {
                var end = EdgeEnd(points: [.zero])
                if let handle = handle(edge, isUpper) {
                    let lane = handle.lane(leadsDown: isUpper)
                    end = handle.end(
                        leadsDown: isUpper, half: graph.halves[node], height: graph.heights[node],
                        lane: lane.isNeeded ? lanes.next(node, isRight: lane.isRight) : 0)
                }
                if isUpper { upperEnds.append(end) } else { lowerEnds.append(end) }
            }
        }
        graph.upperOffsets = upperEnds.map(\.offset)
        graph.lowerOffsets = lowerEnds.map(\.offset)
        if layout.handles != .free {
            graph.upperSlots = slots(graph.uppers, graph.upperOffsets)
            graph.lowerSlots = slots(graph.lowers, graph.lowerOffsets)
        }
        for node in 0..<graph.count {
            graph.lefts[node] += lanes.width(node, isRight: false)
            graph.rights[node] += lanes.width(node, isRight: true)
        }
        prepareLoops(document, layout, &lanes)
    }

    /// The slot of each edge at its node: equal offsets share one.
    private func slots(_ nodes: [Int], _ offsets: [Double]) -> [Int] {
        var slots = Array(repeating: 0, count: nodes.count)
        if !offsets.contains(where: { $0 != 0 }) { return slots }
        let incident = Adjacency(count: graph.count, ends: nodes)
        for node in 0..<graph.count {
            let edges = incident[node].sorted { (offsets[$0], $0) < (offsets[$1], $1) }
            var slot = 0
            for at in edges.indices.dropFirst() {
                if offsets[edges[at]] != offsets[edges[at - 1]] { slot += 1 }
                slots[edges[at]] = slot
            }
        }
        return slots
    }

    // MARK: Self-loops

    private mutating func prepareLoops(_ document: LayoutGraph, _ layout: LayeredLayout, _ lanes: inout Lanes) {
        // How far the loops of a node reach that have labels, with all that come after them.
        var labelled: [Int: Double] = [:]
        for (edge, node) in loops {
            let ends = document.edges[edge]
            let size = document.sizes[ends.source].clean
            let half = graph.halves[node]
            var lane = lanes.next(node, isRight: true)
            if let right = labelled[node] { lane = max(lane, right - half + Lanes.step) }
            let label = layout.labels ? layout.direction.flowSize(document.edges[edge].label?.clean) : nil
            if let label {
                let space = label.width / 2 + LabelSpace.margin
                lane = max(lane, space)
                labelled[node] = half + lane + space
                graph.rights[node] = max(graph.rights[node], half + lane + space)
            } else if labelled[node] != nil {
                labelled[node] = half + lane
                graph.rights[node] = max(graph.rights[node], half + lane)
            }
            let height = graph.heights[node]
            let source = FlowHandle(ends.sourceHandle, size, layout.direction)
            let target = FlowHandle(ends.targetHandle, size, layout.direction)
            if source == nil && target == nil {
                let reach = max(4, height / 4) * (1 + lane / (lane + 60))
                loopPoints.append([Point(x: half + lane, y: -reach / 2), Point(x: half + lane, y: reach / 2)])
                loopLabels.append(label.map { (Point(x: half + lane, y: 0), $0) })
                continue
            }
            func way(_ handle: FlowHandle?) -> [Point] {
                guard let handle else { return [Point(x: half + lane, y: 0)] }
                let out = height / 2 + min(lane, 24)
                switch handle.side {
                case .right, .center: return [Point(x: half + lane, y: handle.offset.y)]
                case .top: return [Point(x: handle.offset.x, y: -out), Point(x: half + lane, y: -out)]
                case .bottom: return [Point(x: handle.offset.x, y: out), Point(x: half + lane, y: out)]
                case .left:
                    return [
                        Point(x: -half - min(lane, 12), y: handle.offset.y), Point(x: -half - min(lane, 12), y: out),
                        Point(x: half + lane, y: out),
                    ]
                }
            }
            var points = way(source)
            for point in way(target).reversed() where point != points[points.count - 1] { points.append(point) }
            loopPoints.append(points)
            let outer = points.filter { $0.x == half + lane }.map(\.y)
            loopLabels.append(
                label.map { (Point(x: half + lane, y: ((outer.first ?? 0) + (outer.last ?? 0)) / 2), $0) })
        }
    }
}
