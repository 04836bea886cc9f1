/// A line of the target that may be crossed.
struct CrossedLine: Sendable {
    let place: Double
    let low: Double
    let high: Double
    /// The least length of a way from the target to it.
    let least: Double
    let number: Int
}

/// Two crossing lines, with their entries and the length of the way over both.
private struct RouteMeeting {
    var a: Int
    var b: Int
    var p: Int
    var q: Int
    var cost: Double
    /// The coordinates of the legs; empty if they were not requested.
    var legs: [Double] = []
}

extension RouteSearch {
    /// The best routes over two lines of the last levels that cross, for each way to leave both ends.
    ///
    /// - Complexity: O(*n* log *n*) in the lines, and the pairs that cross and may be the best.
    mutating func meetings(_ sources: [RouteExit], _ targets: [RouteExit]) -> [RawRoute] {
        var best: [RouteMeeting?] = Array(repeating: nil, count: sources.count * targets.count)
        listCrossed()
        // With one way to leave both ends, what is longer than what is known needs no closer look.
        var most = Double.infinity
        for a in ahead.levels[ahead.levels.count - 2]..<ahead.lines.count {
            let line = ahead.lines[a]
            let least = ahead.least(a)
            var at = firstCrossed(1 - line.axis, from: line.low)
            while at < crossed[1 - line.axis].count, crossed[1 - line.axis][at].place <= line.high {
                let other = crossed[1 - line.axis][at]
                at += 1
                guard other.low <= line.place, line.place <= other.high, least + other.least <= most,
                    ahead.cost(a, at: other.place) + back.cost(other.number, at: line.place) <= most
                else { continue }
                meet(a, other.number, &best, targets.count)
                if best.count == 1 { most = best[0]?.cost ?? most }
            }
        }
        return routes(of: best, sources, targets)
    }

    /// Adds a crossing if it is the best for its pair of exits.
    private mutating func meet(_ a: Int, _ b: Int, _ best: inout [RouteMeeting?], _ targets: Int) {
        let one = ahead.best(a, at: back.lines[b].place)
        let two = back.best(b, at: ahead.lines[a].place)
        var meeting = RouteMeeting(a: a, b: b, p: one.entry, q: two.entry, cost: one.cost + two.cost)
        let way = best.count == 1 ? 0 : ahead.exit(a, by: one.entry) * targets + back.exit(b, by: two.entry)
        guard let known = best[way], meeting.cost >= known.cost else { return best[way] = meeting }
        if meeting.cost > known.cost { return }
        if known.legs.isEmpty {
            findLegs(of: known)
            best[way]?.legs = legs
        }
        findLegs(of: meeting)
        guard let other = best[way]?.legs, precedes(a, legs, known.a, other) else { return }
        meeting.legs = legs
        best[way] = meeting
    }

    private mutating func routes(
        of best: [RouteMeeting?], _ sources: [RouteExit], _ targets: [RouteExit]
    ) -> [RawRoute] {
        var found: [RawRoute] = []
        for (way, best) in best.enumerated() {
            guard let best else { continue }
            found.append(
                RawRoute(
                    axis: (ahead.lines[best.a].axis + ahead.levels.count) & 1, places: places(of: best),
                    source: sources[way / targets.count], target: targets[way % targets.count], cost: best.cost))
        }
        return found.count > 1 ? sorted(found) : found
    }

    /// Puts the target's last lines in order, by axis.
    private mutating func listCrossed() {
        for axis in 0...1 { crossed[axis].removeAll(keepingCapacity: true) }
        for b in back.levels[back.levels.count - 2]..<back.lines.count {
            let line = back.lines[b]
            crossed[line.axis].append(
                CrossedLine(place: line.place, low: line.low, high: line.high, least: back.least(b), number: b))
        }
        for axis in 0...1 where crossed[axis].count > 1 { crossed[axis].sort { $0.place < $1.place } }
    }

    /// The first of the target's lines of an axis that does not lie before a coordinate.
    private func firstCrossed(_ axis: Int, from place: Double) -> Int {
        var low = 0
        var high = crossed[axis].count
        while low < high {
            let middle = (low + high) >> 1
            if crossed[axis][middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func places(of meeting: RouteMeeting) -> [Double] {
        if meeting.legs.isEmpty { findLegs(of: meeting) } else { legs = meeting.legs }
        return legs
    }

    /// Finds the coordinates of the legs of a route that turns from one line to another.
    private mutating func findLegs(of meeting: RouteMeeting) {
        legs.removeAll(keepingCapacity: true)
        ahead.visitTrail(meeting.a, by: meeting.p) { legs.append($0) }
        legs.reverse()
        back.visitTrail(meeting.b, by: meeting.q) { legs.append($0) }
    }

    /// Returns true if a route, which turns to the target's lines at line `a`, comes before another one of the same
    /// length.
    private func precedes(_ a: Int, _ one: [Double], _ b: Int, _ two: [Double]) -> Bool {
        let before = ahead.levels.count
        let first = (ahead.lines[a].axis + before) & 1
        let other = (ahead.lines[b].axis + before) & 1
        if first != other { return first < other }
        for k in one.indices where one[k] != two[k] {
            let sign = ahead.signs[(first + k) & 1]
            return one[k] * sign < two[k] * sign
        }
        return false
    }
}
