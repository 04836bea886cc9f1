/// Spreads legs that overlap or are too near: in rounds, vertical and horizontal ones in turn. In each round a leg
/// first gets the coordinate that it would have alone; legs that are then too near form a group, which is ordered and
/// spread.
struct RouteSpread {
    let clearance: Double
    let spacing: Double

    /// The greatest number of legs of a group that are compared pair by pair.
    static let mostCompared = 200

    /// The coordinates of a group of legs after a round.
    func places(of group: [RouteLegID], in plans: [RoutePlan], round: Int) -> [Double] {
        let tracks = group.map { plans[Int($0.edge)].tracks[RoutePlan.track(Int($0.leg), round)] }
        let fixed = group.map { plans[Int($0.edge)].legs[Int($0.leg)].isFixed }
        if group.count == 1 { return [tracks[0].ideal] }
        let order = order(of: group, tracks, in: plans, round: round)
        let chain = RouteChain(order: order, tracks: tracks, fixed: fixed, edges: group.map(\.edge), spacing: spacing)
        return chain.places()
    }

    /// Returns true if two legs must be spread.
    func conflict(_ a: RouteTrack, _ b: RouteTrack) -> Bool {
        abs(a.ideal - b.ideal) < spacing && overlap(a, b)
    }

    /// Returns true if two legs run side by side, or nearly.
    private func overlap(_ a: RouteTrack, _ b: RouteTrack) -> Bool {
        a.from < b.to + spacing && b.from < a.to + spacing
    }

    /// The order from lesser coordinates to greater ones: repeatedly the leg that the fewest others should precede.
    private func order(
        of group: [RouteLegID], _ tracks: [RouteTrack], in plans: [RoutePlan], round: Int
    ) -> [Int] {
        let sorted = group.indices.sorted {
            (tracks[$0].ideal, group[$0].edge, group[$0].leg) < (tracks[$1].ideal, group[$1].edge, group[$1].leg)
        }
        let count = group.count
        if count > RouteSpread.mostCompared { return sorted }
        // Whether the leg at k of `sorted` must come before the one at m.
        var before = [Bool](repeating: false, count: count * count)
        var waits = [Int](repeating: 0, count: count)
        for m in 1..<count {
            for k in 0..<m where overlap(tracks[sorted[k]], tracks[sorted[m]]) {
                let isFirst = precedes(sorted[k], sorted[m], group, tracks, plans, round)
                before[isFirst ? k * count + m : m * count + k] = true
                waits[isFirst ? m : k] += 1
            }
        }
        var order: [Int] = []
        var isDone = [Bool](repeating: false, count: count)
        for _ in 0..<count {
            var next = -1
            for k in 0..<count where !isDone[k] && (next < 0 || waits[k] < waits[next]) { next = k }
            isDone[next] = true
            order.append(sorted[next])
            for k in 0..<count where before[next * count + k] { waits[k] -= 1 }
        }
        return order
    }

    private func precedes(
        _ a: Int, _ b: Int, _ group: [RouteLegID], _ tracks: [RouteTrack], _ plans: [RoutePlan], _ round: Int
    ) -> Bool {
        if tracks[a].high < tracks[b].low { return true }
        if tracks[b].high < tracks[a].low { return false }
        let preference = RouteWalk.preference(
            plans[Int(group[a].edge)], Int(group[a].leg), plans[Int(group[b].edge)], Int(group[b].leg),
            round: round - 1)
        return preference <= 0
    }
}
