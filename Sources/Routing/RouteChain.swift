/// Legs of a group in their order, to be spread.
struct RouteChain {
    /// Indices into the group, from lesser coordinates to greater ones.
    let order: [Int]
    let tracks: [RouteTrack]
    let fixed: [Bool]
    let edges: [Int32]
    let spacing: Double

    /// The legs of a group from which on each keeps a distance only from the one before it.
    private static let mostPairs = 200

    /// The coordinates, in the order of the group. If there is not enough space, distances from one another and from
    /// walls shrink alike.
    func places() -> [Double] {
        var good = 0.0
        var scale = 1.0
        var bounds = self.bounds(scale)
        if bounds == nil {
            var bad = 1.0
            for _ in 0..<10 {
                scale = (good + bad) / 2
                if let found = self.bounds(scale) {
                    bounds = found
                    good = scale
                } else {
                    bad = scale
                }
            }
            scale = good
        }
        guard let bounds else { return tracks.map(\.ideal) }
        return spread(bounds, scale)
    }

    /// Calls `body` with each pair of legs that must keep apart, the lesser one first.
    private func visitPairs(before k: Int, _ body: (Int) -> Void) {
        let first = order.count > RouteChain.mostPairs ? max(k - 1, 0) : 0
        for m in first..<k where needApart(order[m], order[k]) { body(order[m]) }
    }

    private func visitPairs(after k: Int, _ body: (Int) -> Void) {
        let last = order.count > RouteChain.mostPairs ? min(k + 1, order.count - 1) : order.count - 1
        guard last > k else { return }
        for m in (k + 1)...last where needApart(order[k], order[m]) { body(order[m]) }
    }

    private func needApart(_ a: Int, _ b: Int) -> Bool {
        if fixed[a] && fixed[b] || edges[a] == edges[b] { return false }
        return tracks[a].from < tracks[b].to + spacing && tracks[b].from < tracks[a].to + spacing
    }

    /// The least and the greatest coordinate of each leg at a scale of the distances; nil if there is not enough
    /// space.
    private func bounds(_ scale: Double) -> (low: [Double], high: [Double])? {
        var low = tracks.map { $0.low + $0.lowGap * scale }
        var high = tracks.map { $0.high - $0.highGap * scale }
        for k in order.indices {
            let leg = order[k]
            visitPairs(before: k) { low[leg] = max(low[leg], low[$0] + spacing * scale) }
        }
        for k in order.indices.reversed() {
            let leg = order[k]
            visitPairs(after: k) { high[leg] = min(high[leg], high[$0] - spacing * scale) }
        }
        for leg in order where low[leg] > high[leg] + 1e-9 { return nil }
        return (low, high)
    }

    /// The middle between pushing all legs that are too near to one side and pushing them to the other one: both keep
    /// the distances, so the middle does.
    private func spread(_ bounds: (low: [Double], high: [Double]), _ scale: Double) -> [Double] {
        var up = tracks.map(\.ideal)
        var down = up
        for k in order.indices {
            let leg = order[k]
            up[leg] = max(up[leg], bounds.low[leg])
            visitPairs(before: k) { up[leg] = max(up[leg], up[$0] + spacing * scale) }
            up[leg] = min(up[leg], bounds.high[leg])
        }
        for k in order.indices.reversed() {
            let leg = order[k]
            down[leg] = min(down[leg], bounds.high[leg])
            visitPairs(after: k) { down[leg] = min(down[leg], down[$0] - spacing * scale) }
            down[leg] = max(down[leg], bounds.low[leg])
        }
        return zip(up, down).map { ($0 + $1) / 2 }
    }
}
