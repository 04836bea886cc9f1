extension Reinsertion {
    /// Removes and inserts nodes, first one by one and then several at once, until the work is used up or nothing
    /// crosses.
    ///
    /// Returns false if it was stopped.
    mutating func search(work limit: Int, _ watch: LayoutWatch) -> Bool {
        cost = crossings * Reinsertion.crossing + ends.cost
        for edge in 0..<levels.edgeCount {
            cost += levels.layers[levels.lowers[edge]] - levels.layers[levels.uppers[edge]]
        }
        var best = cost
        var kept = (levels.rowsAndLayers, ends)
        var round = 0
        var crossed = crossedNodes()
        var singles = crossed.count
        // Some nodes are fixed: the work is for all nodes, but few may move, so gains end soon.
        let movable = levels.isRanked.count { !$0 }
        let patience = movable < levels.nodeCount ? Reinsertion.patience * movable : Int.max
        var idle = 0
        while work < limit, best >= Reinsertion.crossing, idle <= patience {
            guard watch(round % 64 == 0 ? Double(work) / Double(limit) : 0) else { return false }
            // A slightly worse order may lead to a better one; the tolerance falls with the work left.
            let left = Double(limit - work) / Double(limit)
            let tolerance = singles > 0 ? 0 : Int(left * left * Double(Reinsertion.tolerance))
            let nodes = singles > 0 ? [crossed[crossed.count - singles]] : group(crossed)
            attempt(nodes, tolerance: tolerance == 0 ? 0 : choice.below(tolerance + 1))
            singles -= 1
            if singles <= -levels.nodeCount { (crossed, singles) = (crossedNodes(), 0) }
            idle += 1
            if cost < best {
                (best, idle) = (cost, 0)
                kept = (levels.rowsAndLayers, ends)
            }
            round += 1
            work += 100
        }
        if cost > best { (cost, levels.rowsAndLayers, ends) = (best, kept.0, kept.1) }
        return true
    }

    /// The crossings of the current order, without the costs of ends.
    var crossings: Int {
        var sum = 0
        for layer in 0..<max(0, levels.layerCount - 1) { sum += crossings(below: layer) }
        return sum
    }

    /// Removes nodes and inserts them in a random order; undoes it if the cost rises by more than a tolerance.
    private mutating func attempt(_ nodes: [Int], tolerance: Int) {
        let nodes = nodes.filter { !levels.isRanked[$0] }
        levels.begin()
        turned.removeAll(keepingCapacity: true)
        let before = (cost, nodes.map { levels.layers[$0] })
        for node in nodes { take(node: node) }
        var left = nodes
        while !left.isEmpty {
            let node = left.remove(at: choice.below(left.count))
            put(node: node)
        }
        if cost <= before.0 + tolerance { return }
        for (node, layer) in zip(nodes, before.1) { levels.layers[node] = layer }
        cost = before.0
        levels.undo()
        undoEnds()
        for node in nodes {
            for slot in 0..<levels.outgoing.degree(node) { levels.link(levels.outgoing.item(node, slot)) }
            for slot in 0..<levels.incoming.degree(node) { levels.link(levels.incoming.item(node, slot)) }
        }
    }

    /// A few nodes near each other: along edges, or in a row.
    private mutating func group(_ crossed: [Int]) -> [Int] {
        // Mostly around a crossed node.
        let isAnywhere = crossed.isEmpty || choice.below(8) == 0
        var nodes = [isAnywhere ? choice.below(levels.nodeCount) : crossed[choice.below(crossed.count)]]
        let size = 1 + choice.below(5)
        for _ in 0..<(2 * size) where nodes.count < size {
            let node = nodes[choice.below(nodes.count)]
            let degree = levels.outgoing.degree(node) + levels.incoming.degree(node)
            let pick = choice.below(degree + 2)
            var other = node
            if pick < levels.outgoing.degree(node) {
                other = levels.lowers[levels.outgoing.item(node, pick)]
            } else if pick < degree {
                other = levels.uppers[levels.incoming.item(node, pick - levels.outgoing.degree(node))]
            } else {
                let layer = levels.layers[node]
                let place = levels.place[node] + (pick == degree ? 1 : -1)
                if place >= 0, place < levels.counts[layer] {
                    other = levels.item(layer, place)
                    if other >= levels.nodeCount { other = levels.uppers[levels.edge(ofBend: other)] }
                }
            }
            if !nodes.contains(other) { nodes.append(other) }
        }
        return nodes
    }

    /// The crossings of all edges between a layer and the next.
    private func crossings(below layer: Int) -> Int {
        var segments: [(upper: Int, upperSlot: Int, lower: Int, lowerSlot: Int, weight: Int)] = []
        for edge in 0..<levels.edgeCount
        where levels.layers[levels.uppers[edge]] <= layer && levels.layers[levels.lowers[edge]] > layer {
            let (upper, lower) = (levels.item(of: edge, in: layer), levels.item(of: edge, in: layer + 1))
            segments.append(
                (
                    levels.place[upper], upper < levels.nodeCount ? levels.upperSlots[edge] : 0, levels.place[lower],
                    lower < levels.nodeCount ? levels.lowerSlots[edge] : 0, levels.weights[edge]
                ))
        }
        // Inversions by an accumulator tree (Barth, Jünger and Mutzel 2002); segments with a common end do not cross.
        segments.sort { ($0.lower, $0.lowerSlot) < ($1.lower, $1.lowerSlot) }
        var ranked: [(upper: Int, slot: Int, rank: Int, weight: Int)] = []
        var rank = 1
        for (at, segment) in segments.enumerated() {
            if at > 0, (segments[at - 1].lower, segments[at - 1].lowerSlot) != (segment.lower, segment.lowerSlot) {
                rank += 1
            }
            ranked.append((segment.upper, segment.upperSlot, rank, segment.weight))
        }
        ranked.sort { ($0.upper, $0.slot, $0.rank) < ($1.upper, $1.slot, $1.rank) }
        var tree = Array(repeating: 0, count: rank + 1)
        var (sum, total) = (0, 0)
        for (_, _, own, weight) in ranked {
            var before = 0
            var at = own
            while at > 0 {
                before += tree[at]
                at &= at - 1
            }
            sum += weight * (total - before)
            total += weight
            at = own
            while at <= rank {
                tree[at] += weight
                at += at & -at
            }
        }
        return sum
    }
}
