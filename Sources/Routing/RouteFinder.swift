import Geometry

/// Finds the legs of an edge among obstacles.
struct RouteFinder {
    let field: RouteField
    let clearance: Double
    private var search = RouteSearch()

    init(field: RouteField, clearance: Double) {
        self.field = field
        self.clearance = clearance
    }

    /// The number of lines that its searches have reached.
    var reached: Int { search.reached }

    /// Returns the choices for an edge, which depend only on the edge and the obstacles.
    mutating func state(_ edge: RoutedEdge) -> RouteState {
        var state = RouteState(edge: edge)
        state.filter.open = edge.passable.filter { $0 >= 0 && $0 <= Int32.max }.map(Int32.init)
        for end in [edge.source, edge.target] {
            let box = RouteBox(end.frame, grownBy: field.margin)
            if end.obstacle == nil || isLoop(edge) { state.filter.extra.append(box) }
            state.ends.append(box)
        }
        let isCrowded = isCrowded(edge.source, state.filter) || isCrowded(edge.target, state.filter)
        let isPlainLoop = isLoop(edge) && edge.waypoints.isEmpty
        var sources = RouteExit.exits(edge.source, isLoop: isPlainLoop, isSource: true, field.margin, clearance)
        var targets = RouteExit.exits(edge.target, isLoop: isPlainLoop, isSource: false, field.margin, clearance)
        if let first = edge.waypoints.first, let last = edge.waypoints.last {
            for at in sources.indices { sources[at].aim(at: first) }
            for at in targets.indices { targets[at].aim(at: last) }
        }
        if !isCrowded {
            free(sources, &state)
            free(targets, &state)
        }
        var stops: [[RouteExit]] = []
        for waypoint in edge.waypoints {
            stops.append(RouteExit.exits(at: waypoint))
            if !isCrowded { open(at: stops[stops.count - 1][0], &state) }
        }
        stops.append(targets)
        if isPlainLoop, let loop = RawRoute(loopFrom: sources[0], to: targets[0], size: 2 * clearance) {
            state.parts = [RoutePart(loop: loop)]
            return state
        }
        let signs = RouteFinder.signs(edge)
        var from = sources
        var heading: RouteHeading?
        for stop in stops {
            if isCrowded {
                state.parts.append(RoutePart(across: RawRoute(rigidFrom: from[0], to: stop[0])))
                from = [stop[0].opposite]
                continue
            }
            let part = part(from, stop, signs, heading, &state.filter)
            heading = part.options[0].followed(from: heading).heading
            from = [part.options[0].target.opposite]
            state.parts.append(part)
        }
        return state
    }

    /// The way to the next waypoint or to the end; round earlier legs if it would lead back along them.
    private mutating func part(
        _ from: [RouteExit], _ stop: [RouteExit], _ signs: SIMD2<Double>, _ heading: RouteHeading?,
        _ filter: inout RouteFilter
    ) -> RoutePart {
        let found = search.routes(from: from, to: stop, signs: signs, in: field, filter)
        guard let first = found.first else { return RoutePart(across: forced(from, stop, signs, &filter)) }
        var part = RoutePart(found, search.views, RouteSpan(from, stop), from, stop, signs)
        guard let heading, first.followed(from: heading).turnsBack else { return part }
        part.isGlobal = true
        let wall = heading.wall(behind: from[0], towards: stop, breadth: clearance)
        var walled = filter
        walled.extra.append(wall)
        guard var round = search.routes(from: from, to: stop, signs: signs, in: field, walled).first,
            !round.followed(from: heading).turnsBack
        else { return part }
        round.wall = wall
        part.options = [round]
        return part
    }

    /// A route without a free way: through one of the obstacles that enclose an end, if that is enough, else through
    /// more of them.
    private mutating func forced(
        _ from: [RouteExit], _ to: [RouteExit], _ signs: SIMD2<Double>, _ filter: inout RouteFilter
    ) -> RawRoute {
        for _ in 0..<RouteFinder.mostLayers {
            let walls = search.walls(field, filter)
            if walls.isEmpty { break }
            var open = filter
            open.open += walls
            guard let found = search.routes(from: from, to: to, signs: signs, in: field, open).first else {
                filter = open
                continue
            }
            let crossed = walls.filter { wall in
                found.places.indices.contains { found.box($0).meets(field.boxes[Int(wall)]) }
            }
            var best: (route: RawRoute, wall: Int32)?
            for wall in crossed.prefix(crossed.count > 1 ? 6 : 0) {
                open.open = filter.open + [wall]
                guard let one = search.routes(from: from, to: to, signs: signs, in: field, open).first else { continue }
                if let known = best, (known.route.bends, known.route.cost) <= (one.bends, one.cost) { continue }
                best = (one, wall)
            }
            filter.open += best.map { [$0.wall] } ?? crossed
            return best?.route ?? found
        }
        return RawRoute(across: from[0], to[0])
    }

    /// The greatest number of obstacles around the middle of an end.
    private static let mostAround = 64

    /// Returns true if an end is inside so many obstacles that a search is useless.
    private func isCrowded(_ end: RouteEnd, _ filter: RouteFilter) -> Bool {
        let box = RouteBox(end.frame, grownBy: 0)
        let middle = RouteBox.raster((box.lo + box.hi) / 2)
        return field.isHeld(middle, byMoreThan: RouteFinder.mostAround, filter)
    }

    /// The greatest number of nested obstacles that a forced route passes.
    private static let mostLayers = 8

    /// Returns true if an edge must be searched for again after an obstacle moved.
    mutating func isStale(_ state: RouteState, after move: RouteMove) -> Bool {
        if state.edge.passable.contains(move.number) { return false }
        for end in state.ends where end.touches(move.old) || end.touches(move.new) { return true }
        for part in state.parts {
            if part.depends(on: move, in: field, state.filter) { return true }
            for box in move.freed where search.leads(part, through: box, in: field, state.filter) { return true }
        }
        return false
    }

    private func isLoop(_ edge: RoutedEdge) -> Bool {
        edge.source.frame == edge.target.frame && edge.source.obstacle == edge.target.obstacle
    }

    /// Routes of equal length turn early on the way from source to target.
    private static func signs(_ edge: RoutedEdge) -> SIMD2<Double> {
        let a = edge.source.frame.center
        let b = edge.target.frame.center
        return SIMD2(a.x <= b.x ? 1 : -1, a.y <= b.y ? 1 : -1)
    }

    /// Makes way for an end that no leg can leave: obstacles around its start do not count.
    private func free(_ exits: [RouteExit], _ state: inout RouteState) {
        for exit in exits {
            state.ends.append(exit.box)
            for place in exit.low < exit.high ? [exit.best, exit.low, exit.high] : [exit.best] {
                if !field.holds(axis: exit.axis, along: exit.start, across: place, state.filter) { return }
            }
        }
        for exit in exits { open(at: exit, &state) }
    }

    private func open(at exit: RouteExit, _ state: inout RouteState) {
        let point = exit.axis == 0 ? SIMD2(exit.start, exit.best) : SIMD2(exit.best, exit.start)
        state.ends.append(RouteBox(lo: point, hi: point))
        var found: [Int32] = []
        field.visit(RouteBox(lo: point, hi: point)) { number in
            if field.boxes[Int(number)].holds(point) && state.filter.counts(number) && !found.contains(number) {
                found.append(number)
            }
        }
        state.filter.open += found.sorted()
    }
}

extension RouteExit {
    /// The ways to leave an end.
    static func exits(
        _ end: RouteEnd, isLoop: Bool, isSource: Bool, _ margin: Double, _ clearance: Double
    ) -> [RouteExit] {
        let box = RouteBox(end.frame, grownBy: margin)
        if let side = end.side, side != .center { return [RouteExit(end.point, side, box)] }
        let sides: [Side] = isLoop ? [isSource ? .top : .right] : [.right, .bottom, .left, .top]
        return sides.map { side in
            var exit = RouteExit(side, box, margin: margin, clearance: clearance)
            if isLoop {
                let middle = exit.best
                if isSource { exit.low = middle } else { exit.high = middle }
                exit.best = RouteBox.raster(exit.low / 2 + exit.high / 2)
            }
            return exit
        }
    }

    /// The ways to leave a waypoint.
    static func exits(at point: Point) -> [RouteExit] {
        let box = RouteBox(Rect(point, point), grownBy: 0)
        return [Side.right, .bottom, .left, .top].map { side in
            var exit = RouteExit(point, side, box)
            exit.isWaypoint = true
            return exit
        }
    }

    /// Makes an exit from a point by a side.
    private init(_ point: Point, _ side: Side, _ box: RouteBox) {
        axis = side.isHorizontal ? 0 : 1
        isForward = side == .right || side == .bottom
        let along = axis == 0 ? point.x : point.y
        let across = axis == 0 ? point.y : point.x
        best = RouteBox.raster(across)
        low = best
        high = best
        start = RouteBox.raster(along)
        border = RouteExit.finite(along)
        fixed = RouteExit.finite(across)
        if box.lo[1 - axis] < best && best < box.hi[1 - axis] {
            start = isForward ? max(start, box.hi[axis]) : min(start, box.lo[axis])
        }
    }

    private static func finite(_ value: Double) -> Double {
        value == value ? min(max(value, -RouteBox.limit), RouteBox.limit) : 0
    }

    /// Makes an exit from anywhere on a side, but not too near to its corners.
    private init(_ side: Side, _ box: RouteBox, margin: Double, clearance: Double) {
        axis = side.isHorizontal ? 0 : 1
        isForward = side == .right || side == .bottom
        start = isForward ? box.hi[axis] : box.lo[axis]
        border = isForward ? start - margin : start + margin
        let from = box.lo[1 - axis] + margin
        let to = box.hi[1 - axis] - margin
        let inset = RouteBox.raster(min(clearance / 2, (to - from) / 4))
        low = from + inset
        high = to - inset
        best = RouteBox.raster(from / 2 + to / 2)
        fixed = nil
    }

    /// Makes the coordinate before a waypoint the best one, if the side is free and the waypoint lies before it.
    mutating func aim(at waypoint: Point) {
        let (along, across) = axis == 0 ? (waypoint.x, waypoint.y) : (waypoint.y, waypoint.x)
        let place = RouteBox.raster(across)
        guard fixed == nil, low <= place, place <= high, isForward ? start <= along : along <= start else { return }
        best = place
    }

    /// The box in which the first leg may begin.
    var box: RouteBox {
        axis == 0
            ? RouteBox(lo: SIMD2(start, low), hi: SIMD2(start, high))
            : RouteBox(lo: SIMD2(low, start), hi: SIMD2(high, start))
    }

    /// The way on from a waypoint for a route that arrived by this one.
    var opposite: RouteExit {
        var exit = self
        exit.isForward.toggle()
        return exit
    }
}

extension RawRoute {
    /// A route that heeds no obstacles.
    init(across source: RouteExit, _ target: RouteExit) {
        axis = source.axis
        self.source = source
        self.target = target
        cost = 0
        isAcross = true
        if source.axis != target.axis {
            places = [source.best, target.best]
        } else {
            places = [source.best, RouteBox.raster(source.start / 2 + target.start / 2), target.best]
        }
    }
}

extension RawRoute {
    /// A route that heeds nothing, not even other edges.
    init(rigidFrom source: RouteExit, to target: RouteExit) {
        self.init(across: source, target)
        isRigid = true
    }

    /// A loop whose ends are at nearly the same point: a square at the end of a short line; nil if they are apart.
    init?(loopFrom source: RouteExit, to target: RouteExit, size: Double) {
        guard source.fixed != nil, target.fixed != nil, source.axis == target.axis,
            source.isForward == target.isForward, abs(source.best - target.best) < size / 4
        else { return nil }
        axis = source.axis
        self.source = source
        self.target = target
        cost = 0
        isRigid = true
        let step = RouteBox.raster(max(size, 1) / 2) * (source.isForward ? 1 : -1)
        places = [
            source.best, source.start + step, source.best + RouteBox.raster(size), source.start + 3 * step, target.best,
        ]
    }
}

extension RoutePlan {
    /// Adds the legs of a part of the route; a leg that continues straight over a waypoint joins the leg before.
    mutating func append(_ part: RawRoute) {
        let isFirst = legs.isEmpty
        if isFirst { start = part.source.border }
        if part.isAcross { isOpen = true }
        end = part.target.border
        for (k, place) in part.places.enumerated() {
            let axis = (part.axis + k) & 1
            var leg = RouteLeg(axis: axis, place: place, isFixed: part.isRigid)
            if k == 0 { leg.tie(to: part.source) }
            if k == part.places.count - 1 { leg.tie(to: part.target) }
            if k == 1 { leg.keep(beyond: part.source) }
            if k == part.places.count - 2 { leg.keep(beyond: part.target) }
            if let wall = part.wall { leg.keep(off: wall, part.span(k)) }
            if k == 0, let last = legs.last, last.axis == axis { continue }
            legs.append(leg)
        }
    }
}

extension RouteLeg {
    /// Keeps the leg beyond a waypoint, so that the leg next to it passes that.
    mutating func keep(beyond exit: RouteExit) {
        guard exit.isWaypoint else { return }
        if exit.isForward { low = max(low, exit.border) } else { high = min(high, exit.border) }
    }

    /// Keeps the leg to an end.
    mutating func tie(to exit: RouteExit) {
        if let fixed = exit.fixed {
            place = isFixed ? place : fixed
            isFixed = true
            return
        }
        low = max(low, exit.low)
        high = min(high, exit.high)
        best = best.map { min(max(($0 + exit.best) / 2, low), high) } ?? exit.best
    }
}
