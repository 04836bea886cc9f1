import Geometry

/// An edge with what was found for it, up to the choice among its routes.
struct RouteState: Sendable {
    let edge: RoutedEdge
    var parts: [RoutePart] = []
    var filter = RouteFilter()
    /// Boxes around its ends and waypoints: what changes there changes what counts for it.
    var ends: [RouteBox] = []
    /// Which option of the only part is drawn.
    var pick = 0
    /// How many routes each option crosses, counted against the routes that others draw, or would draw alone.
    var counts: [Int] = []

    /// Whether it chooses among several routes.
    var hasChoice: Bool { parts.count == 1 && parts[0].options.count > 1 }

    /// Whether the same routes were found for an edge before, so that nothing of what follows need be done again.
    func hasSameRoutes(as old: RouteState?) -> Bool {
        guard let old, old.filter == filter, old.parts.count == parts.count else { return false }
        return zip(old.parts, parts).allSatisfy { $0.options == $1.options }
    }

    /// A box around all that it depends on.
    var bounds: RouteBox { parts.reduce(ends.reduce(.none) { $0.union($1) }) { $0.union($1.bounds) } }

    /// A box around all routes it chooses from, or has.
    var routeBounds: RouteBox {
        parts.reduce(.none) { $1.options.reduce($0) { $0.union($1.bounds) } }
    }

    /// Whether it must be looked for again when an obstacle leaves one box and comes to another.
    func depends(on number: Int, _ old: RouteBox, _ new: RouteBox) -> Bool {
        if edge.passable.contains(number) { return false }
        for end in ends where end.touches(old) || end.touches(new) { return true }
        for part in parts where part.depends(on: old, new) { return true }
        return false
    }

    /// The legs of the chosen routes.
    func plan() -> RoutePlan {
        var plan = RoutePlan()
        plan.filter = filter
        plan.isOpen = filter.open.count > edge.passable.count
        for part in parts { plan.append(part.options[parts.count == 1 ? pick : 0]) }
        plan.reset()
        return plan
    }

    /// How many legs of two routes cross or touch.
    static func crossings(_ one: RawRoute, _ two: RawRoute) -> Int {
        var count = 0
        for a in one.places.indices {
            let box = one.box(a)
            for b in two.places.indices where (one.axis + a) & 1 != (two.axis + b) & 1 && box.touches(two.box(b)) {
                count += 1
            }
        }
        return count
    }

    /// The crossings of each option with a route.
    func crossings(_ routes: [RawRoute]) -> [Int] {
        parts[0].options.map { option in routes.reduce(0) { $0 + RouteState.crossings(option, $1) } }
    }

    /// Takes the option that crosses the fewest routes; what is longer by 500 counts as much as a crossing.
    mutating func choose() {
        pick = 0
        guard hasChoice else { return }
        let options = parts[0].options
        for k in options.indices
        where Double(counts[k]) + options[k].cost * 0.002 < Double(counts[pick]) + options[pick].cost * 0.002 {
            pick = k
        }
    }
}
