extension Reinsertion {
    /// Removes a node with its inserted edges.
    mutating func take(node: Int) {
        for slot in 0..<levels.outgoing.degree(node) where levels.isIn[levels.outgoing.item(node, slot)] {
            take(edge: levels.outgoing.item(node, slot))
        }
        for slot in 0..<levels.incoming.degree(node) where levels.isIn[levels.incoming.item(node, slot)] {
            take(edge: levels.incoming.item(node, slot))
        }
        levels.remove(node, from: levels.layers[node])
        levels.isPlaced[node] = false
    }

    /// Inserts a node where its edges to placed nodes cost least, with these edges.
    mutating func put(node: Int) {
        let (range, sums) = costs(of: node)
        let best = cheapest(sums, range)
        put(node: node, in: best.layer, at: best.gap)
    }

    /// Returns the possible layers of a node, and the cost of its edges to placed nodes in each gap of these layers.
    mutating func costs(of node: Int) -> (layers: ClosedRange<Int>, sums: [[Int]]) {
        let range = layers(for: node)
        fit(from: 0, to: levels.layerCount - 1)
        var sums: [[Int]] = range.map { Array(repeating: 0, count: levels.counts[$0] + 1) }
        for slot in 0..<levels.incoming.degree(node) {
            let edge = levels.incoming.item(node, slot)
            let upper = levels.uppers[edge]
            if levels.isPlaced[upper] { addWays(of: node, from: upper, by: edge, isDown: true, range, &sums) }
        }
        for slot in 0..<levels.outgoing.degree(node) {
            let edge = levels.outgoing.item(node, slot)
            let lower = levels.lowers[edge]
            if levels.isPlaced[lower] { addWays(of: node, from: lower, by: edge, isDown: false, range, &sums) }
        }
        if levels.isGrouped {
            for layer in range {
                // Allowed only if there is no other layer.
                if range.count > 1, levels.isForJoints(layer) {
                    for gap in sums[layer - range.lowerBound].indices { sums[layer - range.lowerBound][gap] += 1 << 40 }
                }
                levels.eachGap(in: layer, for: node) { gap, isOpen in
                    if !isOpen { sums[layer - range.lowerBound][gap] = Int.max }
                }
            }
        }
        return (range, sums)
    }

    /// Inserts a node into a gap, with its edges to placed nodes.
    mutating func put(node: Int, in layer: Int, at gap: Int) {
        levels.layers[node] = layer
        levels.insert(node, in: layer, at: gap)
        levels.isPlaced[node] = true
        for slot in 0..<levels.incoming.degree(node) {
            let edge = levels.incoming.item(node, slot)
            if levels.isPlaced[levels.uppers[edge]] { put(edge: edge) }
        }
        for slot in 0..<levels.outgoing.degree(node) {
            let edge = levels.outgoing.item(node, slot)
            if levels.isPlaced[levels.lowers[edge]] { put(edge: edge) }
        }
    }

    /// One of the cheapest places, chosen at random.
    private mutating func cheapest(_ sums: [[Int]], _ range: ClosedRange<Int>) -> (layer: Int, gap: Int) {
        var best = (layer: range.lowerBound, gap: 0)
        var least = Int.max
        var ties = 0
        for (at, row) in sums.enumerated() {
            for (gap, sum) in row.enumerated() where sum <= least {
                ties = sum < least ? 1 : ties + 1
                if sum < least || choice.below(ties) == 0 { best = (range.lowerBound + at, gap) }
                least = sum
            }
        }
        return best
    }

    /// The layers between the neighbors of a node, at most a few from its last layer.
    private func layers(for node: Int) -> ClosedRange<Int> {
        if levels.borders[node] != nil { return levels.layers[node]...levels.layers[node] }
        var low = max(levels.inner.lowerBound, levels.layers[node] - 5)
        var high = min(levels.inner.upperBound, levels.layers[node] + 5)
        for slot in 0..<levels.incoming.degree(node) {
            low = max(low, levels.layers[levels.uppers[levels.incoming.item(node, slot)]] + 1)
        }
        for slot in 0..<levels.outgoing.degree(node) {
            high = min(high, levels.layers[levels.lowers[levels.outgoing.item(node, slot)]] - 1)
        }
        if levels.isGrouped {
            let own = levels.layersInGroups(node)
            (low, high) = (max(low, own.lowerBound), min(high, own.upperBound))
        }
        return low...max(low, high)
    }

    /// Adds the costs of the paths of an edge from a placed node into the gaps of some layers.
    private mutating func addWays(
        of node: Int, from other: Int, by edge: Int, isDown: Bool, _ range: ClosedRange<Int>, _ sums: inout [[Int]]
    ) {
        let start = levels.layers[other]
        let sign = isDown ? 1 : -1
        let end = isDown ? range.upperBound : range.lowerBound
        let weight = levels.weights[edge]
        let home = levels.layers[node]
        let (from, to) = (share(other, in: start), share(node, in: home))
        var layer = start + sign
        func item(_ layer: Int) -> Int { layer == end ? node : levels.bend(edge, layer) }
        begin(at: other, by: edge, isDown: isDown, to: layer * stride, for: item(layer))
        while true {
            if range.contains(layer) {
                for gap in sums[layer - range.lowerBound].indices {
                    sums[layer - range.lowerBound][gap] += Int(costs[layer * stride + gap])
                }
            }
            if layer == end { break }
            closeGaps(layer, for: levels.bend(edge, layer))
            layer += sign
            gather(layer, isAbove: isDown)
            let part = max(0, min(1, Double(layer - start) / Double(home - start)))
            step(from: layer - sign, to: layer, around: from + (to - from) * part, weight: weight, for: item(layer))
        }
    }
}
