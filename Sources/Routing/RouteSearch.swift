/// An exit of an end of a search: across one side of a frame, or from a point.
struct RouteExit: Hashable, Sendable {
    /// The axis along which it leaves.
    var axis: Int
    /// Is true if it leads towards greater coordinates.
    var isForward: Bool
    /// The coordinate along that axis at which the search begins.
    var start: Double
    /// The range across it of the first leg, and its best coordinate there.
    var low: Double
    var high: Double
    var best: Double
    /// The coordinate along the axis at which the drawn route begins.
    var border: Double
    /// The coordinate across the axis at which it begins, if that is fixed.
    var fixed: Double?
    /// Is true if it leaves a waypoint.
    var isWaypoint = false

    /// Twice the distance from the best coordinate, so that ends leave it only if that saves more.
    func cost(_ place: Double) -> Double { 2 * abs(place - best) }
}

/// A route before its legs are spread: the coordinate of each leg; the legs turn at each other.
struct RawRoute: Hashable, Sendable {
    /// The axis of the first leg.
    var axis: Int
    /// The coordinate of each leg across its axis.
    var places: [Double]
    /// The exits by which it leaves its ends.
    var source: RouteExit
    var target: RouteExit
    /// Its length between the ends' starts, plus the cost of ends aside of their best coordinates.
    var cost: Double
    /// Is true if it ignores some or all obstacles.
    var isAcross = false
    /// Is true if its legs must not be moved.
    var isRigid = false
    /// A box that its legs avoid, in which they would otherwise lie on the way before.
    var wall: RouteBox?

    var bends: Int { places.count - 1 }
}

/// Finds the route with the fewest bends and, among these, the shortest: from both ends lines are reached with one
/// bend after the other until they cross (after Mikami and Tabuchi 1968; the lines are those that touch a corner of an
/// obstacle, since one of the shortest routes always consists of such lines).
///
/// Among routes of equal length the one counts whose first leg comes first, then whose second does, and so on; first
/// is the one further back on the way from source to target. This order does not depend on the obstacles.
struct RouteSearch: Sendable {
    /// The greatest number of lines reached for an edge.
    static let mostLines = 6000
    /// The greatest number of obstacles that are considered as enclosing an end.
    static let mostWalls = 64
    /// The greatest number of bends of a route.
    static let mostBends = 40

    var ahead = RouteReach(isFromSource: true)
    var back = RouteReach(isFromSource: false)
    var sight = RouteSight()
    /// The lines that were reached with fewer bends, by attempt.
    private var trials: [RouteTrial] = []
    /// Lines of the target's last level by their axis, and the coordinates of a route's legs.
    var crossed: [[CrossedLine]] = [[], []]
    var legs: [Double] = []
    /// The views by the ways to leave both ends.
    var views: (source: [RouteView], target: [RouteView]) = ([], [])

    /// Is true if the last search ended because there was too much to look at.
    private(set) var isOverfull = false
    /// The number of lines that all searches have reached, which is their cost.
    private(set) var reached = 0

    init() {}

    /// The best routes between exits, the best one first: up to two bends one for each pair of exits, beyond that only
    /// one. None if there is no way or too much work.
    mutating func routes(
        from sources: [RouteExit], to targets: [RouteExit], signs: SIMD2<Double>, in field: RouteField,
        _ filter: RouteFilter
    ) -> [RawRoute] {
        begin(sources, targets, signs, field, filter)
        defer { reached += ahead.lines.count + back.lines.count }
        views = (RouteView.views(sources, ahead.lines), RouteView.views(targets, back.lines))
        if let straight = straight(sources, targets, signs, field, filter) { return [straight] }
        var found = meetings(sources, targets)
        let span = RouteSpan(sources, targets)
        if found.isEmpty { found = turns(sources, targets, span, field, filter) }
        if !found.isEmpty { return found }
        if trials.isEmpty { trials = Array(repeating: RouteTrial(), count: 3) }
        for attempt in trials.indices { trials[attempt].forget() }
        for bends in 3...RouteSearch.mostBends where bends & 1 == 0 ? span.hasParallel : span.hasAcross {
            var window = filter
            var limit = span.least + 250
            for attempt in 0..<3 {
                // First near by, then further off, then anywhere; if something is found, as far as it reaches.
                let most = attempt == 2 && found.isEmpty ? .infinity : limit
                window.window = most == .infinity ? .everything : span.window(limit)
                if trials[attempt].most == most {
                    swapLines(attempt)
                } else {
                    trials[attempt].begin(most)
                    begin(sources, targets, signs, field, window)
                    ahead.aim(at: targets, within: most)
                    back.aim(at: sources, within: most)
                }
                while trials[attempt].bends < bends, !trials[attempt].isAtEnd {
                    trials[attempt].bends += 1
                    trials[attempt].isAtEnd = !grow(field, window)
                }
                isOverfull = ahead.lines.count + back.lines.count > RouteSearch.mostLines
                if isOverfull { return [] }
                found = ahead.levels.count + back.levels.count == bends + 3 ? meetings(sources, targets) : []
                if let best = found.first {
                    if best.cost <= limit || window.window == .everything { return [best] }
                    limit = best.cost
                } else if window.window == .everything && (ahead.isSpent || back.isSpent) {
                    return []
                } else {
                    limit = span.least * 1.5 + 500
                }
                swapLines(attempt)
            }
        }
        // What was reached last is what shuts an end in.
        if trials[2].most != nil { swapLines(2) }
        return []
    }

    /// Takes the lines that were reached in an attempt, or puts them away.
    private mutating func swapLines(_ attempt: Int) {
        swap(&ahead, &trials[attempt].ahead)
        swap(&back, &trials[attempt].back)
    }

    /// Returns, after a search without a result, the obstacles that shut in the end from which nothing more can be
    /// reached.
    func walls(_ field: RouteField, _ filter: RouteFilter) -> [Int32] {
        if isOverfull || !ahead.isSpent && !back.isSpent { return [] }
        var walls: Set<Int32> = []
        for line in (ahead.isSpent ? ahead : back).lines {
            for along in [line.low, line.high] where walls.count < RouteSearch.mostWalls {
                let point = line.axis == 0 ? SIMD2(along, line.place) : SIMD2(line.place, along)
                let spot = RouteBox(lo: point, hi: point)
                field.visit(spot) { number in
                    if field.boxes[Int(number)].touches(spot) && filter.counts(number) { walls.insert(number) }
                }
            }
        }
        return walls.sorted()
    }

    private mutating func begin(
        _ sources: [RouteExit], _ targets: [RouteExit], _ signs: SIMD2<Double>, _ field: RouteField,
        _ filter: RouteFilter
    ) {
        ahead.clear(signs: signs)
        back.clear(signs: signs)
        ahead.bound(by: sources, targets)
        back.bound(by: sources, targets)
        ahead.begin(sources, field, filter)
        back.begin(targets, field, filter)
    }

    /// Goes one bend further from the end with fewer lines; false if there are none or too many.
    private mutating func grow(_ field: RouteField, _ filter: RouteFilter) -> Bool {
        let isAhead =
            ahead.lines.count - ahead.levels[ahead.levels.count - 2]
            <= back.lines.count - back.levels[back.levels.count - 2]
        let hasGrown = isAhead ? ahead.grow(field, filter) : back.grow(field, filter)
        return hasGrown && ahead.lines.count + back.lines.count <= RouteSearch.mostLines
    }

    /// Returns the routes in their order.
    func sorted(_ routes: [RawRoute]) -> [RawRoute] {
        routes.sorted { $0.precedes($1, ahead.signs) }
    }

    /// The best route without bends.
    private mutating func straight(
        _ sources: [RouteExit], _ targets: [RouteExit], _ signs: SIMD2<Double>, _ field: RouteField,
        _ filter: RouteFilter
    ) -> RawRoute? {
        var best: RawRoute?
        for source in sources {
            for target in targets where target.axis == source.axis && target.isForward != source.isForward {
                let low = max(source.low, target.low)
                let high = min(source.high, target.high)
                let length = (target.start - source.start) * (source.isForward ? 1 : -1)
                guard low <= high, length >= 0 else { continue }
                if let a = source.fixed, let b = target.fixed, a != b { continue }
                sight.found = [low, high, min(max(source.best, low), high), min(max(target.best, low), high)]
                if low < high {
                    field.corners(
                        axis: 1 - source.axis, at: source.start, from: low, to: high,
                        directions: source.isForward ? 1 : -1, filter, &sight)
                }
                for place in sight.found {
                    let cost = length + source.cost(place) + target.cost(place)
                    if let best, cost > best.cost { continue }
                    let route = RawRoute(
                        axis: source.axis, places: [place], source: source, target: target, cost: cost)
                    if let best, !route.precedes(best, signs) { continue }
                    if field.holds(axis: source.axis, along: source.start, across: place, filter) { continue }
                    let stop = field.reach(
                        axis: source.axis, at: place, from: source.start, isForward: source.isForward, filter)
                    if source.isForward ? stop >= target.start : stop <= target.start { best = route }
                }
            }
        }
        return best
    }
}

/// The lines reached from both ends by ways of a length, to go on from with more bends.
private struct RouteTrial: Sendable {
    /// The greatest length of ways; nil before the first.
    private(set) var most: Double?
    /// The number of bends of the lines of both ends together when they meet.
    var bends = 1
    /// Is true if no more is reached.
    var isAtEnd = false
    var ahead = RouteReach(isFromSource: true)
    var back = RouteReach(isFromSource: false)

    mutating func begin(_ most: Double) { (self.most, bends, isAtEnd) = (most, 1, false) }

    mutating func forget() { most = nil }
}

extension RawRoute {
    /// Returns true if it comes before another one with equally many bends: shorter, or else earlier in the order.
    func precedes(_ other: RawRoute, _ signs: SIMD2<Double>) -> Bool {
        if cost != other.cost { return cost < other.cost }
        if axis != other.axis { return axis < other.axis }
        for k in places.indices where places[k] != other.places[k] {
            let sign = signs[(axis + k) & 1]
            return places[k] * sign < other.places[k] * sign
        }
        if source.start != other.source.start { return source.start < other.source.start }
        return target.start < other.target.start
    }

    /// The span of a leg between the starts of both ends.
    func span(_ leg: Int) -> (low: Double, high: Double) {
        let a = leg == 0 ? source.start : places[leg - 1]
        let b = leg == places.count - 1 ? target.start : places[leg + 1]
        return (min(a, b), max(a, b))
    }

    /// A leg as a box without breadth.
    func box(_ leg: Int) -> RouteBox {
        let span = span(leg)
        let place = places[leg]
        return (axis + leg) & 1 == 0
            ? RouteBox(lo: SIMD2(span.low, place), hi: SIMD2(span.high, place))
            : RouteBox(lo: SIMD2(place, span.low), hi: SIMD2(place, span.high))
    }

    /// A box around all its legs.
    var bounds: RouteBox { places.indices.reduce(.none) { $0.union(box($1)) } }
}
