/// What was found for an edge, or for its way to the next waypoint: a few routes to choose from, and what they depend on.
struct RoutePart: Sendable {
    /// The best route, and the best of those that leave the ends by other sides if they are not much longer.
    var options: [RawRoute] = []
    /// Where an obstacle may stand in the way of something better or as good.
    var regions: [RouteBox] = []
    /// Whether it may depend on any obstacle.
    var isGlobal = false

    init(_ options: [RawRoute], _ reach: RouteSearch, _ sources: [RouteExit], _ targets: [RouteExit]) {
        guard let best = options.first else {
            isGlobal = true
            self.options = [RawRoute(across: sources[0], targets[0])]
            return
        }
        let most = RoutePart.mostCost(best)
        self.options = options.filter { $0.cost <= most }
        regions = RoutePart.regions(
            bends: best.bends, reach.views(sources, isAhead: true), reach.views(targets, isAhead: false))
        isGlobal = best.bends > 3
    }

    /// How much longer than the best route another one may be to be chosen because it crosses fewer edges.
    static func mostCost(_ best: RawRoute) -> Double { best.cost * 1.3 + 100 }

    /// Where an obstacle must have a part if without it there were a route with as many bends or fewer.
    ///
    /// The first leg lies in what is seen from the source's side, the last one in what is seen from the target's. With
    /// two bends the leg across joins what both see; with three the second leg crosses what the source sees and ends at
    /// the third, which crosses what the target sees.
    private static func regions(bends: Int, _ sources: [RouteView], _ targets: [RouteView]) -> [RouteBox] {
        var regions = sources.map(\.box) + targets.map(\.box)
        for a in sources {
            for b in targets {
                if a.axis == b.axis {
                    guard bends >= 2 else { continue }
                    var box = a.box.union(b.box)
                    box.lo[a.axis] = max(a.box.lo[a.axis], b.box.lo[a.axis])
                    box.hi[a.axis] = min(a.box.hi[a.axis], b.box.hi[a.axis])
                    if box.lo[a.axis] <= box.hi[a.axis] { regions.append(box) }
                } else if bends >= 3 {
                    // The second leg spans from the source's side to the third leg, which lies along what the target sees.
                    var second = a.box.union(b.box)
                    second.lo[a.axis] = a.box.lo[a.axis]
                    second.hi[a.axis] = a.box.hi[a.axis]
                    var third = a.box.union(b.box)
                    third.lo[b.axis] = b.box.lo[b.axis]
                    third.hi[b.axis] = b.box.hi[b.axis]
                    regions.append(second)
                    regions.append(third)
                }
            }
        }
        return regions
    }

    /// A box around all that it depends on.
    var bounds: RouteBox {
        if isGlobal { return RouteBox(lo: SIMD2(repeating: -.infinity), hi: SIMD2(repeating: .infinity)) }
        return options.reduce(regions.reduce(.none) { $0.union($1) }) { $0.union($1.bounds) }
    }

    /// Whether it must be looked for again when an obstacle leaves one box and comes to another.
    func depends(on old: RouteBox, _ new: RouteBox) -> Bool {
        if isGlobal { return true }
        if !old.isNone { for region in regions where region.touches(old) { return true } }
        if !new.isNone {
            for option in options { for leg in option.places.indices where option.box(leg).meets(new) { return true } }
        }
        return false
    }
}

/// What is seen from a side of an end: the box around all its first lines.
struct RouteView {
    var axis: Int
    var box: RouteBox
}

extension RouteSearch {
    /// What is seen by each exit.
    func views(_ exits: [RouteExit], isAhead: Bool) -> [RouteView] {
        var views = exits.map { exit in
            var box = RouteBox.none
            box.lo[exit.axis] = exit.start
            box.hi[exit.axis] = exit.start
            box.lo[1 - exit.axis] = exit.low
            box.hi[1 - exit.axis] = exit.high
            return RouteView(axis: exit.axis, box: box)
        }
        for line in isAhead ? ahead.lines : back.lines {
            guard line.exit >= 0 else { break }
            let axis = line.axis
            views[Int(line.exit)].box.lo[axis] = min(views[Int(line.exit)].box.lo[axis], line.low)
            views[Int(line.exit)].box.hi[axis] = max(views[Int(line.exit)].box.hi[axis], line.high)
        }
        return views
    }
}
