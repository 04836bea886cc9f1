extension FlowComponent {
    /// The edge ends with a choice of how to meet their nodes; empty if there are none.
    ///
    /// - Complexity: O(*n* + *m* log *m*).
    var freeEnds: FreeEnds {
        guard detours.isEmpty, lanes.isFree || !gaps.list.isEmpty else { return FreeEnds() }
        let ends =
            laneEnds()
            + gaps.list.map { end in
                FreeEnds.End(
                    edge: end.edge, node: end.node, isUpper: end.isUpper, weight: graph.weights[end.edge],
                    ways: (0...2 * gaps.offsets(of: end).count).map {
                        FreeEnds.Way(slot: $0, cost: $0 % 2 == 0 ? 0 : FreeEnds.meeting, side: 0, position: $0)
                    },
                    way: end.position)
            }
        return FreeEnds(ends, slots: openSlots(), nodeCount: graph.count)
    }

    /// The slots of edges, with a free slot between each two handles.
    private func openSlots() -> (uppers: [Int], lowers: [Int]) {
        var slots = (uppers: graph.upperSlots, lowers: graph.lowerSlots)
        for edge in upperHandles.indices {
            let above = gaps.offsets(graph.uppers[edge], isBelow: true)
            let below = gaps.offsets(graph.lowers[edge], isBelow: false)
            let (upper, lower) = (upperHandles[edge]?.offset.x ?? 0, lowerHandles[edge]?.offset.x ?? 0)
            if !above.isEmpty { slots.uppers[edge] = 2 * above.count { $0 < upper } + 1 }
            if !below.isEmpty { slots.lowers[edge] = 2 * below.count { $0 < lower } + 1 }
        }
        return slots
    }

    /// The lanes; free ones have a choice for each side.
    private func laneEnds() -> [FreeEnds.End] {
        var straight: [[(offset: Double, weight: Int)]] = Array(repeating: [], count: 2 * graph.count)
        let isBetween = Set(gaps.list.map { 2 * $0.edge + ($0.isUpper ? 0 : 1) })
        for edge in upperEnds.indices {
            for (isUpper, end) in [(true, upperEnds[edge]), (false, lowerEnds[edge])]
            where end.lane == 0 && !isBetween.contains(2 * edge + (isUpper ? 0 : 1)) {
                let node = isUpper ? graph.uppers[edge] : graph.lowers[edge]
                straight[2 * node + (isUpper ? 0 : 1)].append((end.offset, graph.weights[edge]))
            }
        }
        let slots = (left: laneSlots(isRight: false), right: laneSlots(isRight: true))
        return lanes.list.enumerated().map { number, lane in
            // An end from below bends around to the side where edges enter, and the reverse.
            let beside = lane.isFree ? straight[2 * lane.node + (lane.isUpper ? 1 : 0)] : []
            let rank = gaps.offsets(lane.node, isBelow: !lane.isUpper).count { $0 < lane.offset }
            func way(isRight: Bool) -> FreeEnds.Way {
                let crossed = beside.filter { isRight ? $0.offset > lane.offset : $0.offset < lane.offset }
                return FreeEnds.Way(
                    slot: isRight ? slots.right[number] : slots.left[number],
                    cost: crossed.reduce(0) { $0 + $1.weight } * Reinsertion.crossing, side: isRight ? 1 : -1,
                    position: lane.isFree ? 2 * rank + 1 : isRight ? .max : .min)
            }
            return FreeEnds.End(
                edge: lane.edge, node: lane.node, isUpper: lane.isUpper, weight: graph.weights[lane.edge],
                ways: lane.isFree ? [way(isRight: false), way(isRight: true)] : [way(isRight: lane.isRight)],
                way: lane.isFree && lane.isRight ? 1 : 0)
        }
    }

    /// The slots of lanes on a side, beyond all other slots. The nearer a handle is to the side, the farther inside is
    /// its lane, so that lanes do not cross at their handles.
    private func laneSlots(isRight: Bool) -> [Int] {
        let keys = lanes.list.map { lane in
            (
                2 * lane.node + (lane.isUpper ? 0 : 1), isRight ? -lane.offset : lane.offset,
                lane.isUpper ? -lane.height : lane.height
            )
        }
        let order = keys.indices.sorted { keys[$0] < keys[$1] }
        var slots = Array(repeating: 0, count: keys.count)
        let first = isRight ? 2 * graph.edgeCount + 2 : -1
        var slot = first
        for (at, number) in order.enumerated() {
            if at == 0 || keys[order[at - 1]].0 != keys[number].0 {
                slot = first
            } else if keys[order[at - 1]] != keys[number] {
                slot += isRight ? 1 : -1
            }
            slots[number] = slot
        }
        return slots
    }

    /// Applies the choices that a search found together with an order.
    mutating func take(_ found: FreeEnds, _ levels: inout Levels, _ layout: LayeredLayout) {
        if found.isEmpty { return }
        for (number, end) in found.list.enumerated() {
            if number >= lanes.list.count {
                gaps.put(number - lanes.list.count, position: end.way)
            } else if lanes.list[number].isFree {
                lanes.put(number, isRight: end.way == 1)
            }
        }
        lanes.nest { levels.share($0.edge, graph, isUpper: $0.isUpper) }
        prepareEnds(layout)
        levels = levels.renewed(graph)
    }
}
