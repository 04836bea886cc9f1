import Geometry

extension FlowComponent {
    /// The handles at the upper and at the lower ends of the edges.
    func handles(
        _ document: LayoutGraph, _ layout: LayeredLayout
    ) -> (uppers: [FlowHandle?], lowers: [FlowHandle?]) {
        func handle(_ edge: Int, isUpper: Bool) -> FlowHandle? {
            let ends = document.edges[members[edge][0]]
            let isSource = isUpper != isTurned[edge][0]
            let size = document.sizes[isSource ? ends.source : ends.target].clean
            let handle = FlowHandle(isSource ? ends.sourceHandle : ends.targetHandle, size, layout.direction)
            return layout.handles == .free && handle?.isExact == false ? nil : handle
        }
        return (
            members.indices.map { handle($0, isUpper: true) }, members.indices.map { handle($0, isUpper: false) }
        )
    }

    /// Finds how edges leave their nodes, and widens nodes by their lanes.
    mutating func prepareEnds(_ layout: LayeredLayout) {
        let sides = self.lanes.list
        var lanes = Lanes(count: graph.count)
        for lane in sides { lanes.want(lane.node, isRight: lane.isRight) }
        for loop in loops { lanes.want(loop.node, isRight: true) }
        if layout.isOrthogonal { lanes.putLoopsInside(loops.filter { !hasLabel($0.edge, layout) }.map(\.node)) }
        (upperEnds, lowerEnds) = (straightEnds(upperHandles), straightEnds(lowerHandles))
        var fences = Fences()
        for lane in sides {
            let distance = lanes.next(lane.node, isRight: lane.isRight)
            let handle = lane.isUpper ? upperHandles[lane.edge] : lowerHandles[lane.edge]
            guard let handle else { continue }
            let isFlat = !layout.isOrthogonal && lane.isUpper != isTurned[lane.edge][0]
            let rise = lanes.rise(lane.node, isRight: lane.isRight, distance: distance) / (isFlat ? 3 : 1)
            let end = handle.end(
                half: graph.halves[lane.node], height: graph.heights[lane.node], lane: (distance, rise, lane.isRight),
                isFlat: isFlat)
            if !layout.isOrthogonal {
                fences.add(lane, distance, rise: rise, isFlat: isFlat, half: graph.halves[lane.node])
            }
            if lane.isUpper { upperEnds[lane.edge] = end } else { lowerEnds[lane.edge] = end }
        }
        prepareGates(fences)
        graph.upperSlots = slots(graph.uppers, upperEnds, layout.handles)
        graph.lowerSlots = slots(graph.lowers, lowerEnds, layout.handles)
        graph.upperOffsets = wishes(layout.handles, graph.uppers, upperEnds, graph.upperSlots)
        graph.lowerOffsets = wishes(layout.handles, graph.lowers, lowerEnds, graph.lowerSlots)
        for node in 0..<graph.count {
            graph.lefts[node] = graph.halves[node] + lanes.width(node, isRight: false)
            graph.rights[node] = graph.halves[node] + lanes.width(node, isRight: true)
        }
        for node in Set(loops.map(\.node)) { graph.rights[node] += Lanes.loopReach }
        graph.reaches = graph.heights
        prepareLoops(document, layout, &lanes)
    }

    /// Lets edges to the middle of a node enter between its handles, and all others inside its lanes.
    private mutating func prepareGates(_ fences: Fences) {
        for end in gaps.list {
            let gate = gaps.gate(of: end, half: graph.halves[end.node])
            let entry = gate.lowerBound / 2 + gate.upperBound / 2
            if end.isUpper {
                (upperEnds[end.edge].gates, upperEnds[end.edge].entry) = ([(0, gate)], entry)
            } else {
                (lowerEnds[end.edge].gates, lowerEnds[end.edge].entry) = ([(0, gate)], entry)
            }
        }
        if fences.isEmpty { return }
        for edge in 0..<graph.edgeCount {
            if upperEnds[edge].lane == 0 {
                let offset = upperEnds[edge].entry ?? upperEnds[edge].offset
                upperEnds[edge].gates += fences.gates(graph.uppers[edge], isBelow: true, offset)
            }
            if lowerEnds[edge].lane == 0 {
                let offset = lowerEnds[edge].entry ?? lowerEnds[edge].offset
                lowerEnds[edge].gates += fences.gates(graph.lowers[edge], isBelow: false, offset)
            }
        }
    }

    /// The ends of edges that bend around no node, by their handles; sides of groups have none.
    private func straightEnds(_ handles: [FlowHandle?]) -> [EdgeEnd] {
        let ends = handles.map { EdgeEnd(points: [$0?.offset ?? .zero], isExact: $0?.isExact ?? false) }
        return ends + Array(repeating: EdgeEnd(points: [.zero]), count: graph.edgeCount - ends.count)
    }

    /// The assumed offsets of edges at their nodes while nodes are placed: at the handles, spread evenly in order, or in the
    /// middle; beside the node for an edge that bends around it.
    private func wishes(
        _ handles: LayeredLayout.Handles, _ nodes: [Int], _ ends: [EdgeEnd], _ slots: [Int]
    ) -> [Double] {
        if handles == .fixed { return ends.map(\.offset) }
        var counts = Array(repeating: 1, count: graph.count)
        for (node, slot) in zip(nodes, slots) { counts[node] = max(counts[node], slot + 1) }
        return ends.indices.map { edge in
            if ends[edge].lane > 0 || ends[edge].isExact { return ends[edge].offset }
            let share = Double(slots[edge] + 1) / Double(counts[nodes[edge]] + 1)
            return handles.keepOrder ? graph.halves[nodes[edge]] * (2 * share - 1) : 0
        }
    }

    /// The slot of each edge at its node: equal offsets share one.
    private func slots(_ nodes: [Int], _ ends: [EdgeEnd], _ handles: LayeredLayout.Handles) -> [Int] {
        let offsets = ends.map { handles.keepOrder || $0.isExact ? $0.entry ?? $0.offset : 0 }
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

    private func hasLabel(_ edge: Int, _ layout: LayeredLayout) -> Bool {
        layout.labels && document.edges[edge].label != nil
    }

    /// Finds how far from its node each loop leads, and gives the nodes that width.
    private mutating func loopLanes(
        _ document: LayoutGraph, _ layout: LayeredLayout, _ lanes: inout Lanes
    ) -> [(lane: Double, label: Size?)] {
        // The reach of each node's loops from the first one with a label on.
        var labelled: [Int: Double] = [:]
        return loops.map { edge, node in
            let half = graph.halves[node]
            var lane = lanes.nextLoop(node)
            if let right = labelled[node] { lane = max(lane, right - half + Lanes.step) }
            let label = layout.labels ? layout.direction.flowSize(document.edges[edge].label?.clean) : nil
            if let label {
                let space = label.width / 2 + LabelSpace.margin
                lane = max(lane, (labelled[node] ?? half) - half + space)
                labelled[node] = half + lane + space
                graph.rights[node] = max(graph.rights[node], half + lane + space)
                graph.reaches[node] = max(graph.reaches[node], label.height + 2 * LabelSpace.margin)
            } else if labelled[node] != nil {
                labelled[node] = half + lane
                graph.rights[node] = max(graph.rights[node], half + lane)
            }
            return (lane, label)
        }
    }

    private mutating func prepareLoops(_ document: LayoutGraph, _ layout: LayeredLayout, _ lanes: inout Lanes) {
        (loopPoints, loopLabels) = ([], [])
        let found = loopLanes(document, layout, &lanes)
        var outmost: [Int: Double] = [:]
        for ((_, node), (lane, _)) in zip(loops, found) { outmost[node] = lane }
        // The distance from the middle that a loop keeps clear for the labels of the loops inside it.
        var inside: [Int: Double] = [:]
        for ((edge, node), (lane, label)) in zip(loops, found) {
            let ends = document.edges[edge]
            let size = document.sizes[ends.source].clean
            let half = graph.halves[node]
            let height = graph.heights[node]
            let outer = outmost[node] ?? lane
            let share = lane < outer ? lane / outer : 1
            let source = FlowHandle(ends.sourceHandle, size, layout.direction)
            let target = FlowHandle(ends.targetHandle, size, layout.direction)
            if source == nil && target == nil {
                // Loops end between the corners of the node, the outermost farthest apart. Their lines begin inside the node.
                let most = height / 2 - min(6, height / 4)
                let least = min(inside[node] ?? 0, most)
                let reach = least + (most - least) * share
                if let label { inside[node] = max(inside[node] ?? 0, label.height / 2 + LabelSpace.margin / 2) }
                let (upper, lower) = (Point(x: half + lane, y: -reach), Point(x: half + lane, y: reach))
                let inner = layout.isOrthogonal ? [] : [Point(x: half - min(1, half), y: -reach)]
                loopPoints.append(inner + [upper, lower] + inner.map { Point(x: $0.x, y: reach) })
                loopLabels.append(label.map { (Point(x: half + lane, y: 0), $0) })
                continue
            }
            func way(_ handle: FlowHandle?) -> [Point] {
                guard let handle else { return [Point(x: half + lane, y: 0)] }
                let rise =
                    label == nil && layout.isOrthogonal
                    ? lanes.rise(node, isRight: true, distance: lane) : Lanes.mostRise * share
                let out = height / 2 + rise
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
            let far = points.filter { $0.x == half + lane }.map(\.y)
            loopLabels.append(
                label.map { (Point(x: half + lane, y: ((far.first ?? 0) + (far.last ?? 0)) / 2), $0) })
        }
    }
}
