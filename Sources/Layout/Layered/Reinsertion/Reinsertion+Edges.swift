extension Reinsertion {
    /// Removes an edge.
    mutating func take(edge: Int) {
        levels.isIn[edge] = false
        let upper = levels.layers[levels.uppers[edge]]
        let lower = levels.layers[levels.lowers[edge]]
        for layer in upper..<lower { cost -= price(of: edge, between: layer) }
        noteEnds(of: edge, isIn: false)
        cost -= endPrice(of: edge)
        for layer in (upper + 1)..<max(lower, upper + 1) { levels.remove(levels.bend(edge, layer), from: layer) }
    }

    /// Returns the cost of an edge between a layer and the next; the edge itself must not be inserted.
    func price(of edge: Int, between layer: Int) -> Int {
        let upper = levels.place[levels.item(of: edge, in: layer)]
        let lower = levels.place[levels.item(of: edge, in: layer + 1)]
        var sum = 0
        for at in 0..<levels.counts[layer + 1] {
            let item = levels.item(layer + 1, at)
            if item >= levels.nodeCount {
                let place = levels.place[levels.above[item]]
                if at != lower, place != upper {
                    if (at < lower) != (place < upper) { sum += levels.weights[levels.edge(ofBend: item)] }
                } else {
                    sum += crossing(edge, levels.edge(ofBend: item), place - upper, at - lower)
                }
                continue
            }
            for slot in 0..<levels.incoming.degree(item) {
                let other = levels.incoming.item(item, slot)
                guard levels.isIn[other] else { continue }
                let place = levels.place[levels.item(of: other, in: layer)]
                if at != lower, place != upper {
                    if (at < lower) != (place < upper) { sum += levels.weights[other] }
                } else {
                    sum += crossing(edge, other, place - upper, at - lower)
                }
            }
        }
        return sum * levels.weights[edge] * Reinsertion.crossing + 1
    }

    /// The weight of another edge if it crosses this one. At a common end, slots decide the order.
    private func crossing(_ edge: Int, _ other: Int, _ above: Int, _ below: Int) -> Int {
        if other == edge { return 0 }
        let atTop = above != 0 ? above : levels.upperSlots[other] - levels.upperSlots[edge]
        let atBottom = below != 0 ? below : levels.lowerSlots[other] - levels.lowerSlots[edge]
        return atTop < 0 && atBottom > 0 || atTop > 0 && atBottom < 0 ? levels.weights[other] : 0
    }

    /// Inserts an edge along the cheapest path; both its ends must be placed.
    mutating func put(edge: Int) {
        let (upper, lower) = (levels.uppers[edge], levels.lowers[edge])
        let (top, bottom) = (levels.layers[upper], levels.layers[lower])
        if bottom == top + 1 {
            work += levels.counts[bottom]
            chooseEnds(of: edge, below: top)
            cost += price(of: edge, between: top) + endPrice(of: edge)
            noteEnds(of: edge, isIn: true)
            levels.isIn[edge] = true
            return
        }
        fit(from: top, to: bottom)
        let weight = levels.weights[edge]
        begin(at: upper, by: edge, isDown: true, to: (top + 1) * stride, for: levels.bend(edge, top + 1))
        closeGaps(top + 1, for: levels.bend(edge, top + 1))
        let (start, end) = (share(upper, in: top), share(lower, in: bottom))
        for layer in (top + 2)..<max(bottom, top + 2) {
            gather(layer, isAbove: true)
            let center = start + (end - start) * Double(layer - top) / Double(bottom - top)
            step(from: layer - 1, to: layer, around: center, weight: weight, for: levels.bend(edge, layer))
            closeGaps(layer, for: levels.bend(edge, layer))
        }
        begin(at: lower, by: edge, isDown: false, to: bottom * stride, for: levels.bend(edge, bottom - 1))
        var gap = 0
        let last = (bottom - 1) * stride
        for other in 0...levels.counts[bottom - 1]
        where costs[last + other] &+ costs[bottom * stride + other] < costs[last + gap] &+ costs[bottom * stride + gap]
        {
            gap = other
        }
        cost += Int(costs[last + gap]) + Int(costs[bottom * stride + gap])
        chooseEnd(of: edge, isUpper: false, gap: gap)
        insertBends(edge, below: top, above: bottom, gap: gap, weight)
        noteEnds(of: edge, isIn: true)
        levels.isIn[edge] = true
        levels.link(edge)
    }

    /// Traces the cheapest path back from the last gap, and inserts a bend into each gap.
    private mutating func insertBends(_ edge: Int, below top: Int, above bottom: Int, gap: Int, _ weight: Int) {
        var gap = gap
        var layer = bottom - 1
        while true {
            let next = layer > top + 1 ? origin(of: gap, in: layer, weight: weight) : 0
            levels.insert(levels.bend(edge, layer), in: layer, at: gap)
            if layer == top + 1 {
                chooseEnd(of: edge, isUpper: true, gap: gap)
                return
            }
            gap = next
            layer -= 1
        }
    }

    /// The gap of the row above from which the cheapest path reaches a gap.
    private mutating func origin(of gap: Int, in layer: Int, weight: Int) -> Int {
        gather(layer, isAbove: true)
        let count = levels.counts[layer - 1]
        var changes = Array(repeating: 0, count: count + 2)
        for segment in segments {
            let weight = levels.weights[segment.edge]
            let isLeft = segment.place < gap
            if isLeft { changes[0] += weight }
            changes[segment.other + 1] += isLeft ? -weight : weight
        }
        var crossings = 0
        var best = 0
        var least = Int.max
        var leastBend = Int.max
        for other in 0...windows[layer - 1].upperBound {
            crossings += changes[other]
            if other < windows[layer - 1].lowerBound { continue }
            let total = Int(costs[(layer - 1) * stride + other]) + crossings * weight * Reinsertion.crossing
            let bend = abs(other * (levels.counts[layer] + 1) - gap * (count + 1))
            if total < least || total == least && bend < leastBend { (best, least, leastBend) = (other, total, bend) }
        }
        return best
    }

    /// Resizes the buffer for the costs of the rows.
    mutating func fit(from top: Int, to bottom: Int) {
        stride = 3
        for layer in top...bottom { stride = max(stride, levels.counts[layer] + 3) }
        if costs.count < (levels.layerCount + 1) * stride {
            costs = Array(repeating: 0, count: (levels.layerCount + 1) * stride * 2)
        }
    }
}
