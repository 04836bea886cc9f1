extension Reinsertion {
    /// The cost of an edge at its nodes.
    func endPrice(of edge: Int) -> Int {
        if ends.isEmpty { return 0 }
        var sum = 0
        for isUpper in [true, false] {
            if let end = ends.number(edge, isUpper: isUpper) { sum += ends.cost(end, way: ends.list[end].way) }
        }
        return sum
    }

    /// Records that an edge is inserted or removed.
    mutating func noteEnds(of edge: Int, isIn: Bool) {
        if ends.isEmpty { return }
        for isUpper in [true, false] {
            if let end = ends.number(edge, isUpper: isUpper) { ends.set(end, isIn: isIn) }
        }
    }

    /// Changes the way of an end; this can be undone.
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

    /// Restores the ways of the beginning.
    mutating func undoEnds() {
        for (end, way) in turned.reversed() { set(end: end, way: way) }
        turned.removeAll(keepingCapacity: true)
    }

    /// Chooses the cheapest ways for the ends of a removed edge that spans one layer.
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

    /// Chooses the way by which an edge best reaches a gap of the row beside its node.
    mutating func chooseEnd(of edge: Int, isUpper: Bool, gap: Int) {
        guard let end = ends.number(edge, isUpper: isUpper) else { return }
        turn(end: end, to: cheapest[isUpper ? 0 : 1][gap])
    }
}
