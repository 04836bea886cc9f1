extension RouteField {
    /// The nearest wall beside a leg: the frame of an obstacle that it would run into if it moved across its axis.
    ///
    /// - Parameter axis: the axis along which the leg runs, from `from` to `to`.
    func wall(
        axis: Int, at place: Double, from: Double, to: Double, isForward: Bool, limit: Double, _ filter: RouteFilter
    ) -> Double {
        let across = 1 - axis
        var best = limit
        @inline(__always) func meet(_ box: RouteBox) {
            guard box.lo[axis] < to, box.hi[axis] > from else { return }
            if isForward {
                if box.lo[across] + margin >= place { best = min(best, box.lo[across] + margin) }
            } else if box.hi[across] - margin <= place {
                best = max(best, box.hi[across] - margin)
            }
        }
        for box in filter.extra { meet(box) }
        for number in wide where filter.counts(number) { meet(boxes[Int(number)]) }
        let first = cell(axis, of: from)
        let last = cell(axis, of: to)
        // A box that begins at the place may be listed one row earlier.
        var row = cell(across, of: isForward ? place - margin : place + margin)
        let lines = parts(across)
        while true {
            for column in first...max(first, last) {
                var at = heads[row * step(across) + column * step(axis)]
                while at >= 0 {
                    let number = entries[Int(at)].number
                    at = entries[Int(at)].next
                    if filter.counts(number) { meet(boxes[Int(number)]) }
                }
            }
            if isForward {
                if row == lines.count || best <= lines[row] { return best }
                row += 1
            } else {
                if row == 0 || best >= lines[row - 1] { return best }
                row -= 1
            }
        }
    }
}

extension RoutePlan {
    /// Returns the track of a leg in a round: the middle of its channel, its best coordinate on a side, or close to
    /// the obstacle that it goes round.
    func track(_ leg: Int, in round: Int, clearance: Double, _ field: RouteField) -> RouteTrack {
        let line = legs[leg]
        let here = place(leg, round - 1)
        let a = tail(leg, round - 1)
        let b = head(leg, round - 1)
        var track = RouteTrack(ideal: here, from: min(a, b), to: max(a, b), low: here, high: here)
        if line.isFixed { return track }
        var limits = limits(leg, round - 1)
        // What the leg before and the leg after come from: between them lies no detour.
        let before: Double? = leg == 0 ? nil : tail(leg - 1, round - 1)
        let after: Double? = leg == legs.count - 1 ? nil : head(leg + 1, round - 1)
        let far = RoutePlan.reach * clearance
        limits.low = max(limits.low, min(here, before ?? here, after ?? here) - far)
        limits.high = min(limits.high, max(here, before ?? here, after ?? here) + far)
        track.low = field.wall(
            axis: line.axis, at: here, from: track.from, to: track.to, isForward: false, limit: limits.low, filter)
        track.high = field.wall(
            axis: line.axis, at: here, from: track.from, to: track.to, isForward: true, limit: limits.high, filter)
        let half = (track.high - track.low) / 2
        track.lowGap = track.low == line.low || track.low == here - far ? 0 : min(clearance, half)
        track.highGap = track.high == line.high || track.high == here + far ? 0 : min(clearance, half)
        let low = track.low + track.lowGap
        let high = track.high - track.highGap
        if round > 2 {
            track.ideal = here
        } else if let best = line.best {
            track.ideal = best
        } else if let before, let after {
            let least = min(before, after)
            let most = max(before, after)
            if least < here && here < most {
                track.ideal = (max(track.low, least) + min(track.high, most)) / 2
            } else if here <= least {
                track.ideal = min(high, least)
            } else {
                track.ideal = max(low, most)
            }
        }
        track.ideal = min(max(track.ideal, low), max(low, high))
        return track
    }

    /// Returns the limits for moving a leg: with an end, along the side of its frame; next to an end, not back over it.
    private func limits(_ leg: Int, _ round: Int) -> (low: Double, high: Double) {
        let line = legs[leg]
        var low = max(line.low, -RouteBox.limit * 2)
        var high = min(line.high, RouteBox.limit * 2)
        let here = place(leg, round)
        if leg == 1 { if start <= here { low = max(low, start) } else { high = min(high, start) } }
        if leg == legs.count - 2 { if end <= here { low = max(low, end) } else { high = min(high, end) } }
        return (low, high)
    }
}
