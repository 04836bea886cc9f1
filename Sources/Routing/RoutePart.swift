/// The result of the search for an edge, or for its way to the next waypoint: a few routes to choose from, and their
/// dependencies.
struct RoutePart: Sendable {
    /// The best route, and the best of those that leave the ends by other sides if they are not much longer.
    var options: [RawRoute] = []
    /// The positions at which an obstacle may block a first or a last leg; nil if none does.
    var leads: RouteLeads?
    /// The positions at which an obstacle may block a leg between two others; they need a closer check.
    var joins: [RouteJoin] = []
    /// The positions at which an obstacle may block a second and a third leg across the view; they need a closer
    /// check.
    var crossings: [RouteCrossing] = []
    /// The ways to leave its ends.
    var sources: [RouteExit] = []
    var targets: [RouteExit] = []
    /// Is true if it may depend on any obstacle.
    var isGlobal = false

    init(
        _ options: [RawRoute], _ views: (source: [RouteView], target: [RouteView]), _ span: RouteSpan,
        _ sources: [RouteExit], _ targets: [RouteExit], _ signs: SIMD2<Double>
    ) {
        guard let best = options.first else {
            isGlobal = true
            return
        }
        let most = span.mostCost(best)
        self.options = options.filter { $0.cost <= most }
        isGlobal = best.bends > 4 || best.bends == 4 && span.hasAcross
        if best.bends == 3 {
            self.sources = sources
            self.targets = targets
        }
        if isGlobal { return }
        let limits = RouteLimits(self.options, most, sources, targets, signs)
        leads = RouteLeads(bends: best.bends, limits, sources, targets, seen: views)
        set(bends: best.bends, views.source, views.target, span.window(most), limits)
    }

    /// A part without a way: a route that heeds not all obstacles.
    init(across route: RawRoute) {
        options = [route]
        options[0].isAcross = true
        isGlobal = true
    }

    /// A part that does not depend on obstacles.
    init(loop route: RawRoute) { options = [route] }

    /// Sets the positions at which an obstacle must have a part between first and last legs if without it there were a
    /// better or an equally good route.
    ///
    /// The first leg is in the view from the source's side, the last one in the view from the target's. With two bends
    /// the leg across joins both views; with three the second leg crosses the source's view and ends at the third,
    /// which crosses the target's view; with four the second and the fourth leg do, and the third joins them. Routes
    /// that are not longer are in the window; only those with fewer bends may leave it, if they have two bends.
    private mutating func set(
        bends: Int, _ sources: [RouteView], _ targets: [RouteView], _ window: RouteBox, _ limits: RouteLimits
    ) {
        for (m, a) in sources.enumerated() {
            for (n, b) in targets.enumerated() {
                let limit = limits.limit(m, n)
                if a.axis != b.axis {
                    if bends != 3 { continue }
                    crossings.append(RouteCrossing(from: a, m, to: b, isAhead: true, window, limit))
                    crossings.append(RouteCrossing(from: b, n, to: a, isAhead: false, window, limit))
                } else if bends == 2 {
                    add(RouteJoin(across: a, b, window, limit))
                } else if bends > 2 {
                    add(RouteJoin(across: a, b, .everything, nil))
                    if bends == 3 { continue }
                    add(RouteJoin(from: a, window, limit.withoutOrder))
                    add(RouteJoin(from: b, window, limit.withoutOrder))
                    add(RouteJoin(along: a, b, window, limit))
                }
            }
        }
    }

    private mutating func add(_ join: RouteJoin?) {
        if let join { joins.append(join) }
    }

    /// A box around everything on which it depends.
    var bounds: RouteBox {
        if isGlobal { return RouteBox(lo: SIMD2(repeating: -.infinity), hi: SIMD2(repeating: .infinity)) }
        var bounds = leads?.bounds ?? .none
        for join in joins { bounds = bounds.union(join.box) }
        for crossing in crossings { bounds = bounds.union(crossing.box) }
        return options.reduce(bounds) { $0.union($1.bounds) }
    }

    /// Returns true if it must be searched for again after an obstacle moved.
    func depends(on move: RouteMove, in field: RouteField, _ filter: RouteFilter) -> Bool {
        if isGlobal { return true }
        for box in move.freed {
            if leads?.lead(through: box, of: move.old, in: field, filter) == true { return true }
            for join in joins
            where join.box.touches(box) && join.leads(through: box, of: move.old, in: field, filter) { return true }
        }
        let new = move.new
        if !new.isNone && !options[0].isRigid {
            for option in options { for leg in option.places.indices where option.box(leg).meets(new) { return true } }
        }
        return false
    }
}

/// The possible box of the leg after a first one that leads to the view from the other end.
struct RouteCrossing: Sendable {
    /// The number of the way to leave the end of the first leg.
    let exit: Int
    /// Is true if that end is the source.
    let isAhead: Bool
    let box: RouteBox
    /// The range seen from the other end, along the axis across.
    let low: Double
    let high: Double
    private let limit: RouteLimit

    init(from: RouteView, _ exit: Int, to: RouteView, isAhead: Bool, _ window: RouteBox, _ limit: RouteLimit) {
        self.limit = limit
        let axis = from.axis
        self.exit = exit
        self.isAhead = isAhead
        var box = from.box.union(to.box)
        box.lo[axis] = from.box.lo[axis]
        box.hi[axis] = from.box.hi[axis]
        self.box = box.clipped(to: window)
        low = to.box.lo[to.axis]
        high = to.box.hi[to.axis]
    }

    /// Returns true if a way through another box may be better.
    func allows(_ freed: RouteBox) -> Bool {
        let part = freed.clipped(to: box)
        return !part.isNone && limit.allows(part)
    }
}

extension RouteSearch {
    /// Returns true if a leg after a first one leads through a box to the view from the other end.
    mutating func leads(
        _ part: RoutePart, through box: RouteBox, in field: RouteField, _ filter: RouteFilter
    ) -> Bool {
        for isAhead in [true, false] {
            let crossings = part.crossings.filter { $0.isAhead == isAhead && $0.allows(box) }
            if crossings.isEmpty { continue }
            ahead.clear(signs: SIMD2(1, 1))
            ahead.bound(by: part.sources, part.targets)
            ahead.begin(isAhead ? part.sources : part.targets, field, filter) { exit in
                crossings.contains { $0.exit == exit }
            }
            for line in ahead.lines where line.low <= box.hi[line.axis] && box.lo[line.axis] <= line.high {
                let across = 1 - line.axis
                sight.clear()
                let (from, to) = (max(line.low, box.lo[line.axis]), min(line.high, box.hi[line.axis]))
                sight.found += ahead.bounds(across: line, from: from, to: to)
                field.corners(axis: line.axis, at: line.place, from: from, to: to, directions: 0, filter, &sight)
                for place in sight.found {
                    var leg = box
                    leg.lo[line.axis] = place
                    leg.hi[line.axis] = place
                    let useful = crossings.filter { $0.exit == Int(line.exit) && $0.allows(leg) }
                    if useful.isEmpty { continue }
                    let low = field.reach(axis: across, at: place, from: line.place, isForward: false, filter)
                    let high = field.reach(axis: across, at: place, from: line.place, isForward: true, filter)
                    guard low <= box.hi[across], box.lo[across] <= high else { continue }
                    if useful.contains(where: { low <= $0.high && $0.low <= high }) { return true }
                }
            }
        }
        return false
    }
}

/// The view from a side of an end: the box around all its first lines.
struct RouteView: Sendable {
    var axis: Int
    var box: RouteBox

    /// Returns the view of each exit, from the first lines of all.
    static func views(_ exits: [RouteExit], _ lines: [RouteLine]) -> [RouteView] {
        var views = exits.map { RouteView(axis: $0.axis, box: $0.box) }
        for line in lines {
            let exit = Int(line.exit)
            views[exit].box.lo[line.axis] = min(views[exit].box.lo[line.axis], line.low)
            views[exit].box.hi[line.axis] = max(views[exit].box.hi[line.axis], line.high)
        }
        return views
    }
}

/// The distance between the ends of a search.
struct RouteSpan: Sendable {
    /// The box around all starts.
    private var box = RouteBox.none
    /// No route between the starts is shorter.
    private(set) var least = Double.infinity
    /// Is true if there are first and last legs along the same axis, and across each other.
    private(set) var hasParallel = false
    private(set) var hasAcross = false
    private let isSingle: Bool

    init(_ sources: [RouteExit], _ targets: [RouteExit]) {
        isSingle = sources.count * targets.count == 1
        for source in sources {
            for target in targets {
                let a = source.box
                let b = target.box
                let gap = pointwiseMax(pointwiseMax(a.lo - b.hi, b.lo - a.hi), SIMD2(0, 0))
                least = min(least, gap.x + gap.y)
                if source.axis == target.axis { hasParallel = true } else { hasAcross = true }
                box = box.union(a.union(b))
            }
        }
    }

    /// This box contains all routes that are not longer than this one.
    func window(_ cost: Double) -> RouteBox {
        let more = max(cost - least, 0) / 2
        return RouteBox(lo: box.lo - more, hi: box.hi + more)
    }

    /// Returns the greatest length of a route that is chosen instead of the best one because it crosses fewer edges.
    func mostCost(_ best: RawRoute) -> Double { isSingle || best.bends > 2 ? best.cost : best.cost * 1.3 + 100 }
}
