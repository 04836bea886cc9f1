/// Buffers for what is seen from a line.
struct RouteSight: Sendable {
    /// Places where lines across may be held by a corner.
    var found: [Double] = []
    /// What of the line still sees the next row, in order.
    var seen: [RouteInterval] = []
    /// What obstacles of a row hide.
    var hidden: [RouteInterval] = []
    var rest: [RouteInterval] = []
    /// Where legs get across, in order.
    var free: [RouteInterval] = []

    /// Empties what was found.
    mutating func clear() { found.removeAll(keepingCapacity: true) }

    /// Whether a place still sees the next row.
    @inline(__always) func sees(_ place: Double) -> Bool {
        for piece in seen where piece.low <= place && place <= piece.high { return true }
        return false
    }

    /// Whether a part of an interval still sees the next row.
    @inline(__always) func sees(_ low: Double, _ high: Double) -> Bool {
        for piece in seen where piece.low <= high && low <= piece.high { return true }
        return false
    }

    /// Takes what obstacles hide off what is seen; pieces without length are dropped.
    mutating func hide() {
        for cover in hidden {
            guard seen.contains(where: { $0.low < cover.high && cover.low < $0.high }) else { continue }
            rest.removeAll(keepingCapacity: true)
            for piece in seen {
                if piece.low < cover.low {
                    rest.append(RouteInterval(low: piece.low, high: min(piece.high, cover.low)))
                }
                if cover.high < piece.high {
                    rest.append(RouteInterval(low: max(cover.high, piece.low), high: piece.high))
                }
            }
            swap(&seen, &rest)
        }
        hidden.removeAll(keepingCapacity: true)
    }

    /// Sorts what was found and drops what was found twice.
    mutating func tidy() {
        found.sort()
        var kept = 0
        for k in found.indices where kept == 0 || found[k] != found[kept - 1] {
            found[kept] = found[k]
            kept += 1
        }
        found.removeLast(found.count - kept)
    }
}

/// A piece of a line.
struct RouteInterval: Sendable {
    var low: Double
    var high: Double
}

extension RouteField {
    /// Adds to `sight` where lines across a piece of a line may be held by the corner of an obstacle: the sides of all
    /// obstacles that are seen from the piece within the window, and perhaps some more.
    ///
    /// - Parameter directions: −1 towards lesser coordinates across, 1 towards greater ones, 0 both.
    func corners(
        axis: Int, at place: Double, from low: Double, to high: Double, directions: Int, _ filter: RouteFilter,
        _ sight: inout RouteSight
    ) {
        let low = max(low, filter.window.lo[axis])
        let high = min(high, filter.window.hi[axis])
        guard low <= high else { return }
        func note(_ box: RouteBox) {
            if box.lo[axis] >= low && box.lo[axis] <= high { sight.found.append(box.lo[axis]) }
            if box.hi[axis] >= low && box.hi[axis] <= high { sight.found.append(box.hi[axis]) }
        }
        guard low < high else { return sight.found.append(low) }
        for box in filter.extra { note(box) }
        for number in wide where filter.counts(number) { note(boxes[Int(number)]) }
        if directions >= 0 { look(axis, place, low, high, true, filter, &sight) }
        if directions <= 0 { look(axis, place, low, high, false, filter, &sight) }
    }

    /// Walks away from a line row by row until all that is behind is hidden.
    private func look(
        _ axis: Int, _ place: Double, _ low: Double, _ high: Double, _ isForward: Bool, _ filter: RouteFilter,
        _ sight: inout RouteSight
    ) {
        let across = 1 - axis
        let first = cell(axis, of: low)
        let last = cell(axis, of: high)
        let parts = parts(axis)
        let lines = self.parts(across)
        let (step, rowStep) = (step(axis), step(across))
        sight.seen.removeAll(keepingCapacity: true)
        sight.seen.append(RouteInterval(low: low, high: high))
        var row = cell(across, of: place)
        let end = cell(across, of: isForward ? filter.window.hi[across] : filter.window.lo[across])
        while !sight.seen.isEmpty {
            for column in first...last {
                var at = heads[row * rowStep + column * step]
                if at < 0 { continue }
                // A cell whose part of the line is hidden needs no look.
                let from = column == 0 ? -Double.infinity : parts[column - 1]
                let to = column == parts.count ? Double.infinity : parts[column]
                if !sight.sees(from, to) { continue }
                while at >= 0 {
                    let entry = entries[Int(at)]
                    at = entry.next
                    let box = boxes[Int(entry.number)]
                    guard box.lo[axis] <= high, box.hi[axis] >= low,
                        isForward ? box.hi[across] > place : box.lo[across] < place, filter.counts(entry.number)
                    else { continue }
                    if sight.sees(box.lo[axis]) { sight.found.append(box.lo[axis]) }
                    if sight.sees(box.hi[axis]) { sight.found.append(box.hi[axis]) }
                    sight.hidden.append(RouteInterval(low: box.lo[axis], high: box.hi[axis]))
                }
            }
            sight.hide()
            if isForward ? row >= min(end, lines.count) : row <= max(end, 0) { return }
            row += isForward ? 1 : -1
        }
    }
}
