extension RouteReach {
    /// The lines that leave an end.
    mutating func begin(_ exits: [RouteExit], _ field: RouteField, _ filter: RouteFilter) {
        for (number, exit) in exits.enumerated() {
            for place in candidates(exit, field, filter) {
                let stop = field.reach(
                    axis: exit.axis, at: place, from: exit.start, isForward: exit.isForward, filter)
                let line = add(
                    RouteLine(
                        axis: exit.axis, place: place, low: min(exit.start, stop), high: max(exit.start, stop),
                        exit: Int32(number)))
                enter(line, at: exit.start, cost: exit.cost(place), from: -1, by: -1)
            }
        }
        levels.append(lines.count)
    }

    /// Where a first leg may lie: the best place, the outermost ones and at corners of obstacles.
    private mutating func candidates(_ exit: RouteExit, _ field: RouteField, _ filter: RouteFilter) -> [Double] {
        places.removeAll(keepingCapacity: true)
        places.append(exit.best)
        if exit.low < exit.high {
            places.append(exit.low)
            places.append(exit.high)
            field.corners(
                axis: 1 - exit.axis, at: exit.start, from: exit.low, to: exit.high, directions: exit.isForward ? 1 : -1,
                filter, into: &places)
        }
        return unique().filter { !field.holds(axis: exit.axis, along: exit.start, across: $0, filter) }
    }

    private mutating func unique() -> [Double] {
        places.sort()
        var kept: [Double] = []
        for place in places where kept.last != place { kept.append(place) }
        return kept
    }

    /// Adds the lines one bend further; false if there are none.
    mutating func grow(_ field: RouteField, _ filter: RouteFilter) -> Bool {
        let first = levels[levels.count - 2]
        let last = lines.count
        for number in first..<last {
            let parent = lines[number]
            places.removeAll(keepingCapacity: true)
            if parent.exit >= 0 { places.append(entries[Int(parent.entry)].place) }
            field.corners(
                axis: parent.axis, at: parent.place, from: parent.low, to: parent.high, directions: 0, filter, into: &places)
            for place in unique() {
                let way = best(number, at: place)
                let across = 1 - parent.axis
                var next = self.line(across, place, through: parent.place)
                if let next, next < last { if lines[next].exit < 0 { continue } }
                if next == nil || next! < last {
                    let low = field.reach(axis: across, at: place, from: parent.place, isForward: false, filter)
                    let high = field.reach(axis: across, at: place, from: parent.place, isForward: true, filter)
                    next = add(RouteLine(axis: across, place: place, low: low, high: high))
                }
                enter(next!, at: parent.place, cost: way.cost, from: number, by: way.entry)
            }
            if lines.count > RouteSearch.mostLines { break }
        }
        levels.append(lines.count)
        return lines.count > last
    }
}
