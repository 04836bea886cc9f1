import Geometry

extension RouteNet {
    /// Makes the legs of the given edges again and spreads those near them or near moved obstacles; returns the edges
    /// whose routes differ, ascending.
    mutating func spread(_ chosen: [Int], _ moves: [RouteMove]) -> [Int] {
        var work = SpreadWork(count: states.count)
        for number in chosen {
            work.old[number] = plans[number]
            let drawn = plans[number].drawn
            plans[number] = states[number]?.plan() ?? RoutePlan()
            plans[number].drawn = drawn
            work.isMade[number] = true
            work.mark(number)
        }
        moves.visit(wallBounds, unless: { work.isMade[$0] || work.isNear[$0] }) { number, move in
            if !hasWall(number, move) { return }
            work.isNear[number] = true
            work.mark(number)
        }
        let always = work.due
        for round in 1...RoutePlan.rounds {
            spread(round, &work)
            for number in always { work.mark(number) }
        }
        return finish(work)
    }

    /// Returns true if an obstacle is or was beside a leg in any round.
    private func hasWall(_ number: Int, _ move: RouteMove) -> Bool {
        let plan = plans[number]
        for track in plan.tracks.indices {
            let axis = plan.legs[track / (RoutePlan.rounds / 2)].axis
            let box = plan.tracks[track].box(axis)
            if box.touches(move.old) || box.touches(move.new) { return true }
        }
        return false
    }

    /// One round: the legs of an axis of all pending edges, and of those that they come near to.
    private mutating func spread(_ round: Int, _ work: inout SpreadWork) {
        let axis = RoutePlan.axis(of: round)
        let spread = RouteSpread(clearance: clearance, spacing: spacing)
        let due = work.take()
        var band = RouteBands()
        swap(&band, &bands[round])
        defer { swap(&band, &bands[round]) }
        var seeds: [RouteLegID] = []
        var lost: [RouteTrack] = []
        // Takes the legs out, so that only those stay whose tracks do not change.
        for number in due {
            let plan = work.old[number] ?? plans[number]
            for leg in plan.legs.indices where plan.legs[leg].axis == axis {
                let track = plan.tracks[RoutePlan.track(leg, round)]
                _ = band.remove(RouteLegID(edge: Int32(number), leg: Int32(leg)), at: track.ideal)
                lost.append(track)
            }
        }
        for track in lost {
            band.take(near: track.ideal, into: &seeds) { spread.conflict(self.track($0, round), track) }
        }
        for id in seeds { band.insert(id, at: track(id, round).ideal) }
        for number in due {
            for leg in plans[number].legs.indices {
                if plans[number].legs[leg].axis != axis {
                    let place = plans[number].place(leg, round - 1)
                    if plans[number].place(leg, round) != place { work.change(number) }
                    plans[number].set(leg, round, place)
                    continue
                }
                let track = plans[number].track(leg, in: round, clearance: clearance, field)
                plans[number].tracks[RoutePlan.track(leg, round)] = track
                let id = RouteLegID(edge: Int32(number), leg: Int32(leg))
                band.insert(id, at: track.ideal)
                seeds.append(id)
            }
        }
        groups(seeds, round, spread, &band, &work)
    }

    private func track(_ id: RouteLegID, _ round: Int) -> RouteTrack {
        plans[Int(id.edge)].tracks[RoutePlan.track(Int(id.leg), round)]
    }

    /// Finds the groups that hold the given legs, and spreads each.
    private mutating func groups(
        _ seeds: [RouteLegID], _ round: Int, _ spread: RouteSpread, _ band: inout RouteBands,
        _ work: inout SpreadWork
    ) {
        var done: [RouteLegID] = []
        for seed in seeds {
            guard band.remove(seed, at: track(seed, round).ideal) else { continue }
            var group = [seed]
            var at = 0
            while at < group.count {
                let track = track(group[at], round)
                band.take(near: track.ideal, into: &group) { spread.conflict(self.track($0, round), track) }
                at += 1
            }
            group.sort { ($0.edge, $0.leg) < ($1.edge, $1.leg) }
            let places = spread.places(of: group, in: plans, round: round)
            for (id, place) in zip(group, places) where plans[Int(id.edge)].place(Int(id.leg), round) != place {
                plans[Int(id.edge)].set(Int(id.leg), round, place)
                work.change(Int(id.edge))
            }
            done += group
        }
        for id in done { band.insert(id, at: track(id, round).ideal) }
    }

    /// Draws the routes of all edges with a leg that was placed again.
    private mutating func finish(_ work: SpreadWork) -> [Int] {
        var changed: [Int] = []
        for number in work.all.sorted() {
            guard states[number] != nil else {
                if work.old[number]?.drawn.isEmpty == false { changed.append(number) }
                plans[number].drawn = []
                wallBounds[number] = .none
                continue
            }
            wallBounds[number] = plans[number].wallBounds
            let points = plans[number].points()
            if points != plans[number].drawn { changed.append(number) }
            plans[number].drawn = points
        }
        return changed
    }

    /// Obstacles that a route crosses; only those that were opened for it.
    func blocked(_ number: Int) -> [Int] {
        guard let edge = states[number]?.edge, plans[number].isOpen else { return [] }
        let points = plans[number].drawn
        var found: Set<Int> = []
        for (a, b) in zip(points, points.dropFirst()) {
            let leg = RouteBox(Rect(a, b), grownBy: 0)
            field.visit(leg) { other in
                let frame = field.frame(Int(other))
                if all(leg.lo .< frame.hi) && all(frame.lo .< leg.hi) { found.insert(Int(other)) }
            }
        }
        found.subtract(edge.passable)
        for end in [edge.source.obstacle, edge.target.obstacle] { if let end { found.remove(end) } }
        return found.sorted()
    }
}

/// The edges to spread again in a refresh.
struct SpreadWork {
    /// Edges whose legs were made again, and their former legs.
    var isMade: [Bool]
    var old: [Int: RoutePlan] = [:]
    /// Edges with legs beside a moved obstacle.
    var isNear: [Bool]
    /// Edges to look at in the next round.
    private(set) var due: [Int] = []
    private var isDue: [Bool]
    /// All edges that were marked for a round.
    private(set) var all: [Int] = []
    private var isSeen: [Bool]

    init(count: Int) {
        isMade = Array(repeating: false, count: count)
        isNear = isMade
        isDue = isMade
        isSeen = isMade
    }

    /// Marks an edge for the next round.
    mutating func mark(_ number: Int) {
        if !isDue[number] { due.append(number) }
        isDue[number] = true
        if !isSeen[number] { all.append(number) }
        isSeen[number] = true
    }

    /// A leg of an edge has moved after a round.
    mutating func change(_ number: Int) { mark(number) }

    /// The edges to look at, ascending.
    mutating func take() -> [Int] {
        let taken = due.sorted()
        for number in taken { isDue[number] = false }
        due = []
        return taken
    }
}
