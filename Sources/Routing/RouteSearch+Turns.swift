extension RouteSearch {
    /// The best routes with two bends, for each way to leave both ends: a leg across joins two parallel first lines. Some
    /// may be missing that are too long to be chosen.
    mutating func turns(
        _ sources: [RouteExit], _ targets: [RouteExit], _ span: RouteSpan, _ field: RouteField, _ filter: RouteFilter
    ) -> [RawRoute] {
        var best: [RawRoute?] = Array(repeating: nil, count: sources.count * targets.count)
        var most = Double.infinity
        let first = RouteSearch.nearest(ahead.lines, sources)
        let last = RouteSearch.nearest(back.lines, targets)
        for way in ways(sources, targets) where way.least <= most {
            let (source, target) = (sources[way.source], targets[way.target])
            let number = way.source * targets.count + way.target
            let gap = abs(target.start - source.start)
            for line in first[way.source] {
                let least = source.cost(line.place) + gap
                for other in last[way.target] {
                    let known = best[number]
                    let limit = min(most, known?.cost ?? most)
                    // Those behind it are longer.
                    if least + target.cost(other.place) > limit { break }
                    guard let turn = turn(line, source, other, target, within: limit, field, filter) else { continue }
                    let route = RawRoute(
                        axis: line.axis, places: [line.place, turn.place, other.place], source: source, target: target,
                        cost: turn.cost)
                    if let known, !route.precedes(known, ahead.signs) { continue }
                    best[number] = route
                    most = min(most, span.mostCost(route))
                }
            }
        }
        return sorted(best.compactMap { $0 })
    }

    /// The first lines of each exit, the best ones first.
    private static func nearest(_ lines: [RouteLine], _ exits: [RouteExit]) -> [[RouteLine]] {
        var nearest: [[RouteLine]] = Array(repeating: [], count: exits.count)
        for line in lines { nearest[Int(line.exit)].append(line) }
        for (number, exit) in exits.enumerated() where nearest[number].count > 1 {
            nearest[number].sort { exit.cost($0.place) < exit.cost($1.place) }
        }
        return nearest
    }

    /// The pairs of exits along one axis that a leg across may join, the probably shortest first.
    private func ways(
        _ sources: [RouteExit], _ targets: [RouteExit]
    ) -> [(source: Int, target: Int, least: Double)] {
        var ways: [(source: Int, target: Int, least: Double)] = []
        for (a, source) in sources.enumerated() {
            for (b, target) in targets.enumerated() where source.axis == target.axis {
                let gap = (target.start - source.start) * (source.isForward ? 1 : -1)
                if source.isForward != target.isForward && gap < 0 { continue }
                ways.append((a, b, abs(source.best - target.best) + abs(gap)))
            }
        }
        return ways.sorted { ($0.least, $0.source, $0.target) < ($1.least, $1.source, $1.target) }
    }

    /// Returns the best coordinate for a leg across that joins two parallel first lines, and the length of the route.
    /// It is nil if there is none with at most this length.
    private mutating func turn(
        _ line: RouteLine, _ source: RouteExit, _ other: RouteLine, _ target: RouteExit, within most: Double,
        _ field: RouteField, _ filter: RouteFilter
    ) -> (place: Double, cost: Double)? {
        var low = max(line.low, other.low)
        var high = min(line.high, other.high)
        let base = source.cost(line.place) + target.cost(other.place) + abs(line.place - other.place)
        func cost(_ place: Double) -> Double { base + abs(place - source.start) + abs(place - target.start) }
        guard low <= high, min(cost(low), cost(high)) <= most else { return nil }
        if most < .infinity {
            // Beyond both ends, the way is twice as long.
            let more = max((most - base - abs(source.start - target.start)) / 2, 0)
            low = max(low, min(source.start, target.start) - more)
            high = min(high, max(source.start, target.start) + more)
        }
        sight.free.removeAll(keepingCapacity: true)
        sight.free.append(RouteInterval(low: low, high: high))
        field.clear(&sight, axis: 1 - line.axis, from: line.place, to: other.place, filter)
        var best: (place: Double, cost: Double)?
        let sign = ahead.signs[1 - line.axis]
        for piece in sight.free {
            for place in [piece.low, piece.high] {
                let cost = cost(place)
                if cost > most { continue }
                if let best, best.cost < cost || best.cost == cost && best.place * sign <= place * sign { continue }
                best = (place, cost)
            }
        }
        return best
    }
}

extension RouteSight {
    /// Removes the inside of an interval from the free pieces; pieces without length stay.
    fileprivate mutating func cover(_ low: Double, _ high: Double) {
        rest.removeAll(keepingCapacity: true)
        for piece in free {
            if piece.high <= low || high <= piece.low {
                rest.append(piece)
                continue
            }
            if piece.low <= low { rest.append(RouteInterval(low: piece.low, high: low)) }
            if high <= piece.high { rest.append(RouteInterval(low: high, high: piece.high)) }
        }
        swap(&free, &rest)
    }
}

extension RouteField {
    /// Removes from the free pieces in `sight` the coordinates at which no line along an axis gets from one coordinate
    /// to another one; lines along the borders of obstacles do.
    fileprivate func clear(
        _ sight: inout RouteSight, axis: Int, from start: Double, to end: Double, _ filter: RouteFilter
    ) {
        let (low, high) = (min(start, end), max(start, end))
        let across = 1 - axis
        @inline(__always) func hide(_ box: RouteBox) {
            guard box.lo[axis] < high, box.hi[axis] > low, let first = sight.free.first, let last = sight.free.last,
                box.lo[across] < last.high, box.hi[across] > first.low
            else { return }
            sight.cover(box.lo[across], box.hi[across])
        }
        for box in filter.extra { hide(box) }
        for number in wide where filter.counts(number) { hide(boxes[Int(number)]) }
        guard let first = sight.free.first, let last = sight.free.last else { return }
        let columns = cell(across, of: first.low)...cell(across, of: last.high)
        var row = cell(axis, of: start)
        let lastRow = cell(axis, of: end)
        while true {
            for column in columns {
                var at = heads[row * step(axis) + column * step(across)]
                while at >= 0 {
                    let entry = entries[Int(at)]
                    at = entry.next
                    if !filter.counts(entry.number) { continue }
                    hide(boxes[Int(entry.number)])
                    if sight.free.isEmpty { return }
                }
            }
            if row == lastRow { return }
            row += row < lastRow ? 1 : -1
        }
    }
}
