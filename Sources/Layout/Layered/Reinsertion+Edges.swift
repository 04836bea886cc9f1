extension Reinsertion {
    /// Takes an edge out.
    mutating func take(edge: Int) {
        levels.isIn[edge] = false
        let upper = levels.layers[levels.graph.uppers[edge]]
        let lower = levels.layers[levels.graph.lowers[edge]]
        for layer in upper..<lower { cost -= price(of: edge, between: layer) }
        for layer in (upper + 1)..<max(lower, upper + 1) { levels.remove(levels.bend(edge, layer), from: layer) }
    }

    /// What an edge costs between a layer and the next, given all other edges.
    func price(of edge: Int, between layer: Int) -> Int {
        let graph = levels.graph
        let upper = levels.place[levels.item(of: edge, in: layer)]
        let lower = levels.place[levels.item(of: edge, in: layer + 1)]
        var sum = 0
        func add(_ other: Int, _ a: Int, _ b: Int) {
            // At an end that is shared the slots say which is left of which.
            let atTop = a != upper ? a - upper : graph.upperSlots[other] - graph.upperSlots[edge]
            let atBottom = b != lower ? b - lower : graph.lowerSlots[other] - graph.lowerSlots[edge]
            if atTop < 0 && atBottom > 0 || atTop > 0 && atBottom < 0 { sum += graph.weights[other] }
        }
        for (at, item) in levels.rows[layer + 1].enumerated() {
            if item >= graph.count {
                let other = levels.edge(ofBend: item)
                if levels.isIn[other] { add(other, levels.place[levels.above[item]], at) }
                continue
            }
            for slot in 0..<levels.incoming.degree(item) {
                let other = levels.incoming.item(item, slot)
                if levels.isIn[other] { add(other, levels.place[levels.item(of: other, in: layer)], at) }
            }
        }
        return sum * graph.weights[edge] * Reinsertion.crossing + 1
    }

    /// Puts an edge back the cheapest way; both its ends are placed.
    mutating func put(edge: Int) {
        let (upper, lower) = (levels.graph.uppers[edge], levels.graph.lowers[edge])
        let (top, bottom) = (levels.layers[upper], levels.layers[lower])
        if bottom == top + 1 {
            cost += price(of: edge, between: top)
            levels.isIn[edge] = true
            return
        }
        fit(from: top, to: bottom)
        let weight = levels.graph.weights[edge]
        begin(at: upper, by: edge, isDown: true, to: (top + 1) * stride)
        for layer in (top + 2)..<max(bottom, top + 2) {
            gather(layer, isAbove: true)
            step(from: (layer - 1) * stride, count: levels.rows[layer - 1].count, to: layer * stride, weight: weight)
        }
        begin(at: lower, by: edge, isDown: false, to: bottom * stride)
        var gap = 0
        let last = (bottom - 1) * stride
        for other in 0...levels.rows[bottom - 1].count
        where costs[last + other] &+ costs[bottom * stride + other] < costs[last + gap] &+ costs[bottom * stride + gap]
        {
            gap = other
        }
        cost += Int(costs[last + gap]) + Int(costs[bottom * stride + gap])
        var gaps = [gap]
        var layer = bottom - 1
        while layer > top + 1 {
            gap = origin(of: gap, in: layer, weight: weight)
            gaps.append(gap)
            layer -= 1
        }
        for gap in gaps.reversed() {
            levels.insert(levels.bend(edge, layer), in: layer, at: gap)
            layer += 1
        }
        levels.isIn[edge] = true
        levels.link(edge)
    }

    /// The gap of the row above through which the cheapest way leads into a gap.
    private mutating func origin(of gap: Int, in layer: Int, weight: Int) -> Int {
        gather(layer, isAbove: true)
        let count = levels.rows[layer - 1].count
        var changes = Array(repeating: 0, count: count + 2)
        for at in 0..<(sourceStarts.count - 1) {
            for segment in sourceStarts[at]..<sourceStarts[at + 1] {
                let segmentWeight = Int(sourceWeights[segment])
                if at < gap { changes[0] += segmentWeight }
                changes[Int(sourcePlaces[segment]) + 1] += at < gap ? -segmentWeight : segmentWeight
            }
        }
        var crossings = 0
        var best = 0
        var least = Int.max
        var leastBend = Int.max
        for other in 0...count {
            crossings += changes[other]
            let total = Int(costs[(layer - 1) * stride + other]) + crossings * weight * Reinsertion.crossing
            let bend = abs(other * (levels.rows[layer].count + 1) - gap * (count + 1))
            if total < least || total == least && bend < leastBend { (best, least, leastBend) = (other, total, bend) }
        }
        return best
    }

    /// Makes space for the costs of the rows.
    mutating func fit(from top: Int, to bottom: Int) {
        stride = 2
        for layer in top...bottom { stride = max(stride, levels.rows[layer].count + 2) }
        if costs.count < (levels.layerCount + 1) * stride {
            costs = Array(repeating: 0, count: (levels.layerCount + 1) * stride * 2)
        }
    }
}
