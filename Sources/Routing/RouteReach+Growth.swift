extension RouteReach {
    /// Records how ends bound legs.
    mutating func bound(by sources: [RouteExit], _ targets: [RouteExit]) {
        bounds = [[], []]
        for exit in sources + targets {
            bounds[1 - exit.axis].append(exit.start)
            bounds[exit.axis].append(exit.low)
            bounds[exit.axis].append(exit.high)
        }
    }

    /// The coordinates on a part of a line at which ends bound lines across it.
    func bounds(across line: RouteLine, from low: Double, to high: Double) -> LazyFilterSequence<[Double]> {
        bounds[1 - line.axis].lazy.filter { low <= $0 && $0 <= high }
    }

    /// The lines that leave an end by the exits whose numbers pass a test.
    mutating func begin(
        _ exits: [RouteExit], _ field: RouteField, _ filter: RouteFilter, where test: (Int) -> Bool = { _ in true }
    ) {
        for (number, exit) in exits.enumerated() where test(number) {
            look(exit, field, filter)
            for place in sight.found
            where !field.holds(axis: exit.axis, along: exit.start, across: place, filter) {
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

    /// Finds the possible coordinates of a first leg: the best one, the outermost ones and those at corners of
    /// obstacles.
    private mutating func look(_ exit: RouteExit, _ field: RouteField, _ filter: RouteFilter) {
        sight.clear()
        sight.found.append(exit.best)
        if exit.low < exit.high {
            for place in bounds[exit.axis] where exit.low <= place && place <= exit.high { sight.found.append(place) }
            field.corners(
                axis: 1 - exit.axis, at: exit.start, from: exit.low, to: exit.high, directions: exit.isForward ? 1 : -1,
                filter, &sight)
        }
        sight.tidy()
    }

    /// Leaves out, from now on, each part that lies only on ways longer than a length.
    mutating func aim(at exits: [RouteExit], within most: Double) {
        goal = exits.reduce(.none) { $0.union($1.box) }
        self.most = most
    }

    /// The part of a line on ways to the other end that are not too long; it may contain some more.
    private func useful(_ line: RouteLine) -> (low: Double, high: Double) {
        if most == .infinity { return (line.low, line.high) }
        let (goalLow, goalHigh) = (goal.lo[line.axis], goal.hi[line.axis])
        let across = 1 - line.axis
        let aside = max(goal.lo[across] - line.place, line.place - goal.hi[across], 0)
        var (low, high) = (Double.infinity, -Double.infinity)
        var at = line.entry
        while at >= 0 {
            let entry = entries[Int(at)]
            at = entry.next
            let more = (most - entry.cost - aside - max(goalLow - entry.place, entry.place - goalHigh, 0)) / 2
            if more < 0 { continue }
            low = min(low, min(entry.place, goalLow) - more)
            high = max(high, max(entry.place, goalHigh) + more)
        }
        return (max(line.low, low), min(line.high, high))
    }

    /// Returns true if a way to a point of a line, with a length up to there, may lead to the other end.
    private func isUseful(_ line: RouteLine, at place: Double, _ cost: Double) -> Bool {
        let across = 1 - line.axis
        let along = max(goal.lo[line.axis] - place, place - goal.hi[line.axis], 0)
        return cost + along + max(goal.lo[across] - line.place, line.place - goal.hi[across], 0) <= most
    }

    /// Adds the lines one bend further; false if there are none.
    mutating func grow(_ field: RouteField, _ filter: RouteFilter) -> Bool {
        let first = levels[levels.count - 2]
        let last = lines.count
        for number in first..<last {
            let parent = lines[number]
            let (low, high) = useful(parent)
            if low > high { continue }
            sight.clear()
            sight.found += bounds(across: parent, from: low, to: high)
            field.corners(axis: parent.axis, at: parent.place, from: low, to: high, directions: 0, filter, &sight)
            sight.tidy()
            for place in sight.found {
                let way = best(number, at: place)
                if !isUseful(parent, at: place, way.cost) { continue }
                let across = 1 - parent.axis
                let known = self.line(across, place, through: parent.place)
                if let known, known < last, lines[known].exit < 0 { continue }
                let next: Int
                if let known, known >= last {
                    next = known
                } else {
                    let low = field.reach(axis: across, at: place, from: parent.place, isForward: false, filter)
                    let high = field.reach(axis: across, at: place, from: parent.place, isForward: true, filter)
                    next = add(RouteLine(axis: across, place: place, low: low, high: high))
                }
                enter(next, at: parent.place, cost: way.cost, from: number, by: way.entry)
            }
            if lines.count > RouteSearch.mostLines { break }
        }
        levels.append(lines.count)
        return lines.count > last
    }
}
