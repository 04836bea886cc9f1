/// A way to leave an end of a search: across one side of a frame, or from a point.
struct RouteExit: Hashable, Sendable {
    /// The axis along which it leaves.
    var axis: Int
    /// Whether towards greater coordinates.
    var isForward: Bool
    /// Where along that axis the search begins.
    var start: Double
    /// From where to where across it the first leg may lie, and where it lies best.
    var low: Double
    var high: Double
    var best: Double
    /// Where along the axis the drawn route begins.
    var border: Double
    /// Where across the axis it begins if that is fixed.
    var fixed: Double?

    /// Twice the way from the best place, so that ends leave it only where that saves more.
    func cost(_ place: Double) -> Double { 2 * abs(place - best) }
}

/// A route before its legs are spread: where each leg lies; the legs turn at each other.
struct RawRoute: Hashable, Sendable {
    /// The axis of the first leg.
    var axis: Int
    /// Where each leg lies across its axis.
    var places: [Double]
    /// By which ways it leaves its ends.
    var source: RouteExit
    var target: RouteExit
    /// Its length between the ends' starts, and what ends cost that lie aside.
    var cost: Double
    /// Whether it heeds no obstacles.
    var isAcross = false

    var bends: Int { places.count - 1 }
}

/// Finds the route with the fewest bends and, of these, the shortest: from both ends lines are reached with one bend
/// after the other until they cross (after Mikami and Tabuchi 1968; the lines are those that touch a corner of an
/// obstacle, on which some shortest route always lies).
///
/// Of routes of equal length the one counts whose first leg lies first, then whose second does, and so on; first is
/// what lies further back on the way from source to target. This order does not depend on the obstacles.
struct RouteSearch: Sendable {
    /// The most lines reached for an edge.
    static let mostLines = 6000
    /// The most bends of a route.
    static let mostBends = 40

    private var ahead = RouteReach(isFromSource: true)
    private var back = RouteReach(isFromSource: false)
    private var places: [Double] = []

    init() {}

    /// The best route between exits; nil if there is none or too much to look at.
    mutating func route(
        from sources: [RouteExit], to targets: [RouteExit], signs: SIMD2<Double>, in field: RouteField,
        _ filter: RouteFilter
    ) -> RawRoute? {
        if let straight = straight(sources, targets, signs, field, filter) { return straight }
        ahead.clear(signs: signs)
        back.clear(signs: signs)
        ahead.begin(sources, field, filter)
        back.begin(targets, field, filter)
        for _ in 1...RouteSearch.mostBends {
            if let found = meeting(sources, targets) { return found }
            let isAhead = ahead.lines.count - ahead.levels[ahead.levels.count - 2]
                <= back.lines.count - back.levels[back.levels.count - 2]
            let hasGrown = isAhead ? ahead.grow(field, filter) : back.grow(field, filter)
            if !hasGrown || ahead.lines.count + back.lines.count > RouteSearch.mostLines { return nil }
        }
        return nil
    }

    /// The best route over two lines of the last levels that cross.
    private func meeting(_ sources: [RouteExit], _ targets: [RouteExit]) -> RawRoute? {
        var best: (a: Int, b: Int, p: Int, q: Int, cost: Double)?
        for a in ahead.levels[ahead.levels.count - 2]..<ahead.lines.count {
            let line = ahead.lines[a]
            for b in back.levels[back.levels.count - 2]..<back.lines.count {
                let other = back.lines[b]
                guard line.axis != other.axis, line.low <= other.place, other.place <= line.high,
                    other.low <= line.place, line.place <= other.high
                else { continue }
                let one = ahead.best(a, at: other.place)
                let two = back.best(b, at: line.place)
                let cost = one.cost + two.cost
                if let known = best {
                    if cost > known.cost { continue }
                    if cost == known.cost
                        && !precedes(a, places(a, b, one.entry, two.entry),
                            known.a, places(known.a, known.b, known.p, known.q))
                    { continue }
                }
                best = (a, b, one.entry, two.entry, cost)
            }
        }
        guard let best else { return nil }
        let trail = ahead.trail(best.a, by: best.p)
        let end = back.trail(best.b, by: best.q)
        let first = ahead.lines[trail.last!]
        return RawRoute(
            axis: first.axis, places: places(best.a, best.b, best.p, best.q), source: sources[Int(first.exit)],
            target: targets[Int(back.lines[end.last!].exit)], cost: best.cost)
    }

    /// Where the legs of a route lie that turns from one line to another.
    private func places(_ a: Int, _ b: Int, _ p: Int, _ q: Int) -> [Double] {
        ahead.trail(a, by: p).reversed().map { ahead.lines[$0].place } + back.trail(b, by: q).map { back.lines[$0].place }
    }

    /// Whether a route, which turns to the target's lines at line `a`, comes before another one of the same length.
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
                places = [low, high, min(max(source.best, low), high), min(max(target.best, low), high)]
                if low < high {
                    field.corners(
                        axis: 1 - source.axis, at: source.start, from: low, to: high,
                        directions: source.isForward ? 1 : -1, filter, into: &places)
                }
                places.sort()
                for place in places {
                    let cost = length + source.cost(place) + target.cost(place)
                    if let best {
                        guard cost < best.cost || cost == best.cost && best.axis == source.axis
                            && place * signs[source.axis] < best.places[0] * signs[source.axis]
                        else { continue }
                    }
                    if field.holds(axis: source.axis, along: source.start, across: place, filter) { continue }
                    let stop = field.reach(
                        axis: source.axis, at: place, from: source.start, isForward: source.isForward, filter)
                    guard source.isForward ? stop >= target.start : stop <= target.start else { continue }
                    best = RawRoute(axis: source.axis, places: [place], source: source, target: target, cost: cost)
                }
            }
        }
        return best
    }
}
