extension Reinsertion {
    /// The cost of what an edge crosses at its nodes.
    func endPrice(of edge: Int) -> Int {
        if ends.isEmpty { return 0 }
        var sum = 0
        for isUpper in [true, false] {
            if let end = ends.number(edge, isUpper: isUpper) { sum += ends.cost(end, way: ends.list[end].way) }
        }
        return sum
    }

    /// Notes that an edge is put in or taken out.
    mutating func noteEnds(of edge: Int, isIn: Bool) {
        if ends.isEmpty { return }
        for isUpper in [true, false] {
            if let end = ends.number(edge, isUpper: isUpper) { ends.set(end, isIn: isIn) }
        }
    }

    /// Lets an end take a way.
    mutating func turn(end number: Int, to way: Int) {
        let end = ends.list[number]
        if end.way == way { return }
        turned.append((number, end.way))
        set(end: number, way: way)
    }

    private mutating func set(end number: Int, way: Int) {
        ends.set(number, way: way)
        let end = ends.list[number]
        if end.isUpper { levels.upperSlots[end.edge] = end.slot } else { levels.lowerSlots[end.edge] = end.slot }
    }

    /// Lets ends take the ways that they had at the beginning.
    mutating func undoEnds() {
        for (end, way) in turned.reversed() { set(end: end, way: way) }
        turned.removeAll(keepingCapacity: true)
    }

    /// Lets the ends of an edge that spans one layer, and is out, take the ways that cross least.
    mutating func chooseEnds(of edge: Int, below layer: Int) {
        let (upper, lower) = (ends.number(edge, isUpper: true), ends.number(edge, isUpper: false))
        if upper == nil && lower == nil { return }
        var best = (cost: Int.max, upper: 0, lower: 0)
        var ties = 0
        for upperWay in 0..<(upper.map { ends.list[$0].ways.count } ?? 1) {
            for lowerWay in 0..<(lower.map { ends.list[$0].ways.count } ?? 1) {
                if let upper { turn(end: upper, to: upperWay) }
                if let lower { turn(end: lower, to: lowerWay) }
                let cost = price(of: edge, between: layer) + endPrice(of: edge)
                work += levels.counts[layer + 1]
                if cost > best.cost { continue }
                ties = cost < best.cost ? 1 : ties + 1
                if ties == 1 || choice.below(ties) == 0 { best = (cost, upperWay, lowerWay) }
            }
        }
        if let upper { turn(end: upper, to: best.upper) }
        if let lower { turn(end: lower, to: best.lower) }
    }

    /// Lets an end take the way by which its edge comes best to a gap of the row beside its node.
    mutating func chooseEnd(of edge: Int, isUpper: Bool, gap: Int) {
        guard let end = ends.number(edge, isUpper: isUpper) else { return }
        turn(end: end, to: cheapest[isUpper ? 0 : 1][gap])
    }
}
