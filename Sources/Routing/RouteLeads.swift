/// The boxes that may contain the first and last legs of better routes, or of equally good ones.
///
/// For each pair of exits, only the part of a view counts that can lead to the other end with so few bends. The
/// present obstacles decide whether a leg reaches a coordinate.
struct RouteLeads: Sendable {
    /// The counted part of the view from one end by a side.
    private struct View: Sendable {
        let isSource: Bool
        let exit: Int
        let box: RouteBox
    }

    /// The bends of the best route.
    private let bends: Int
    private let sources: [RouteExit]
    private let targets: [RouteExit]
    private let limits: RouteLimits
    private var views: [View] = []

    init(
        bends: Int, _ limits: RouteLimits, _ sources: [RouteExit], _ targets: [RouteExit],
        seen: (source: [RouteView], target: [RouteView])
    ) {
        (self.bends, self.limits, self.sources, self.targets) = (bends, limits, sources, targets)
        for isSource in [true, false] {
            for (exit, view) in (isSource ? seen.source : seen.target).enumerated() {
                var box = RouteBox.none
                for other in (isSource ? targets : sources).indices {
                    box = box.union(part(exit, other, isSource).clipped(to: view.box))
                }
                if !box.isNone { views.append(View(isSource: isSource, exit: exit, box: box)) }
            }
        }
    }

    /// A box around all of them.
    var bounds: RouteBox { views.reduce(.none) { $0.union($1.box) } }

    /// Returns true if a first or a last leg through a part of its old position that an obstacle has left may lead to
    /// such a route.
    func lead(through freed: RouteBox, of old: RouteBox, in field: RouteField, _ filter: RouteFilter) -> Bool {
        for view in views where view.box.touches(freed) {
            let exit = (view.isSource ? sources : targets)[view.exit]
            var part = freed.clipped(to: view.box)
            // Along its border one could pass before.
            let across = 1 - exit.axis
            part.lo[across] = max(part.lo[across], old.lo[across] + RouteBox.unit)
            part.hi[across] = min(part.hi[across], old.hi[across] - RouteBox.unit)
            if part.lo[across] > part.hi[across] { continue }
            let others = view.isSource ? targets : sources
            let isUseful = others.indices.contains { other in
                let part = part.clipped(to: self.part(view.exit, other, view.isSource))
                if part.isNone { return false }
                let limit = limits.limit(view.isSource ? view.exit : other, view.isSource ? other : view.exit)
                return leads(through: part, exit, to: others[other], limit.withoutOrder, field, filter)
            }
            if isUseful && exit.gets(to: part, field, filter) { return true }
        }
        return false
    }

    /// Returns the part that may count of the view by one exit of an end, together with an exit of the other one.
    private func part(_ number: Int, _ otherNumber: Int, _ isSource: Bool) -> RouteBox {
        let exit = (isSource ? sources : targets)[number]
        let other = (isSource ? targets : sources)[otherNumber]
        if bends > 3 { return exit.ahead(to: exit.isForward ? .infinity : -.infinity) }
        if exit.axis != other.axis {
            if bends == 3 { return exit.ahead(to: exit.isForward ? .infinity : -.infinity) }
            if bends == 0 || !exit.crosses(other) || bends == 1 && isBest(number, otherNumber, isSource) {
                return .none
            }
            return exit.ahead(to: exit.isForward ? other.high : other.low)
        }
        if exit.isForward != other.isForward {
            guard exit.isForward ? exit.start <= other.start : other.start <= exit.start else { return .none }
            if bends == 0 && isBest(number, otherNumber, isSource) { return .none }
            var box = exit.ahead(to: other.start)
            if bends > 1 { return box }
            box.lo[1 - exit.axis] = max(exit.low, other.low)
            box.hi[1 - exit.axis] = min(exit.high, other.high)
            return box.lo[1 - exit.axis] <= box.hi[1 - exit.axis] ? box : .none
        }
        if bends < 2 { return .none }
        if bends > 2 { return exit.ahead(to: exit.isForward ? .infinity : -.infinity) }
        // There and back, the way is twice as long.
        let limit = limits.limit(isSource ? number : otherNumber, isSource ? otherNumber : number)
        let more = limit.cost - abs(exit.best - other.best) - abs(exit.start - other.start)
        if more < 0 { return .none }
        let far = exit.isForward ? max(exit.start, other.start) + more / 2 : min(exit.start, other.start) - more / 2
        return exit.ahead(to: far)
    }

    /// Returns true if the known route by two exits leaves both ends at their best coordinates: with up to one bend,
    /// none is better.
    private func isBest(_ number: Int, _ otherNumber: Int, _ isSource: Bool) -> Bool {
        limits.isBest(isSource ? number : otherNumber, isSource ? otherNumber : number)
    }

    /// Returns true if a first leg that reaches a part of the view may lead to the other end.
    private func leads(
        through part: RouteBox, _ exit: RouteExit, to other: RouteExit, _ limit: RouteLimit, _ field: RouteField,
        _ filter: RouteFilter
    ) -> Bool {
        if bends > 3 { return true }
        if exit.axis == other.axis {
            if bends <= 2 && !limit.allows(part) { return false }
            return exit.isForward != other.isForward || other.gets(to: part.near(exit), along: exit.axis, field, filter)
        }
        if bends == 3 && limit.allows(part) { return true }
        if bends == 1 && !limit.allows(part) || !exit.crosses(other) { return false }
        // With one bend, the other leg lies behind the near side of the part.
        let near = part.near(exit)
        var free = RouteInterval(low: other.low, high: other.high)
        if exit.isForward { free.low = max(free.low, near) } else { free.high = min(free.high, near) }
        if free.low > free.high { return false }
        let (low, high) = (part.lo[other.axis], part.hi[other.axis])
        guard other.isForward ? other.start <= high : low <= other.start else { return false }
        let end = other.isForward ? max(low, other.start) : min(high, other.start)
        var pieces = [free]
        field.cut(&pieces, axis: other.axis, from: other.start, to: end, filter)
        return !pieces.isEmpty
    }
}

extension RouteBox {
    /// The side of it that a leg from an end reaches first.
    fileprivate func near(_ exit: RouteExit) -> Double { exit.isForward ? lo[exit.axis] : hi[exit.axis] }
}

extension RouteExit {
    /// Returns the box that first legs cover up to a coordinate along their axis.
    fileprivate func ahead(to far: Double) -> RouteBox {
        var box = self.box
        if isForward { box.hi[axis] = max(far, start) } else { box.lo[axis] = min(far, start) }
        return box
    }

    /// Returns true if a first leg and one from another end may meet that runs across it.
    fileprivate func crosses(_ other: RouteExit) -> Bool {
        (isForward ? start <= other.high : other.low <= start)
            && (other.isForward ? other.start <= high : low <= other.start)
    }

    /// Returns true if some first leg gets to a box ahead.
    fileprivate func gets(to part: RouteBox, _ field: RouteField, _ filter: RouteFilter) -> Bool {
        let near = part.near(self)
        if isForward ? near <= start : start <= near { return true }
        var pieces = [RouteInterval(low: part.lo[1 - axis], high: part.hi[1 - axis])]
        field.cut(&pieces, axis: axis, from: start, to: near, filter)
        return !pieces.isEmpty
    }

    /// Returns true if a first leg along `axis` reaches `place`.
    fileprivate func gets(to place: Double, along axis: Int, _ field: RouteField, _ filter: RouteFilter) -> Bool {
        if isForward ? place <= start : start <= place { return true }
        var pieces = [RouteInterval(low: low, high: high)]
        field.cut(&pieces, axis: axis, from: start, to: place, filter)
        return !pieces.isEmpty
    }
}
