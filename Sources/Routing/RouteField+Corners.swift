/// Buffers for the view from a line.
struct RouteSight: Sendable {
    /// Coordinates at which a corner may hold lines across.
    var found: [Double] = []
    /// The parts of the line that still see the next row, in order.
    var seen: [RouteInterval] = []
    /// The parts that obstacles of a row hide.
    var hidden: [RouteInterval] = []
    var rest: [RouteInterval] = []
    /// The intervals through which legs get across, in order.
    var free: [RouteInterval] = []

    /// Removes the results.
    mutating func clear() { found.removeAll(keepingCapacity: true) }

    /// Returns true if a coordinate still sees the next row; the search begins at the piece `first`.
    @inline(__always) func sees(_ place: Double, from first: Int) -> Bool {
        var at = first
        while at < seen.count, seen[at].low <= place {
            if place <= seen[at].high { return true }
            at += 1
        }
        return false
    }

    /// The first piece from one on that does not end before a coordinate.
    @inline(__always) func piece(at place: Double, from first: Int) -> Int {
        var at = first
        while at < seen.count, seen[at].high < place { at += 1 }
        return at
    }

    /// Removes the parts hidden by obstacles from the view; pieces without length are dropped.
    ///
    /// - Complexity: O(*n*) in the visible and hidden pieces, plus the sorting of the latter.
    mutating func hide() {
        if hidden.isEmpty { return }
        sortHidden()
        rest.removeAll(keepingCapacity: true)
        var next = 0
        for piece in seen {
            var low = piece.low
            while next < hidden.count, hidden[next].high <= low { next += 1 }
            var at = next
            while at < hidden.count, hidden[at].low < piece.high {
                if low < hidden[at].low { rest.append(RouteInterval(low: low, high: hidden[at].low)) }
                low = max(low, hidden[at].high)
                at += 1
            }
            if low < piece.high { rest.append(RouteInterval(low: low, high: piece.high)) }
        }
        swap(&seen, &rest)
        hidden.removeAll(keepingCapacity: true)
    }

    /// Sorts the hidden pieces, and joins overlapping ones.
    private mutating func sortHidden() {
        if hidden.count > 16 {
            hidden.sort { $0.low < $1.low }
        } else {
            for end in hidden.indices.dropFirst() {
                var at = end
                while at > 0, hidden[at].low < hidden[at - 1].low {
                    hidden.swapAt(at, at - 1)
                    at -= 1
                }
            }
        }
        var last = 0
        for at in hidden.indices.dropFirst() {
            if hidden[at].low <= hidden[last].high {
                hidden[last].high = max(hidden[last].high, hidden[at].high)
            } else {
                last += 1
                hidden[last] = hidden[at]
            }
        }
        hidden.removeLast(hidden.count - 1 - last)
    }

    /// Sorts the results and drops duplicates.
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
    /// Adds to `sight` the coordinates at which the corner of an obstacle may hold lines across a piece of a line: the
    /// sides of all obstacles visible from the piece within the window, and perhaps some more.
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

    /// Walks away from a line row by row until everything behind is hidden.
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
            var piece = 0
            for column in first...last {
                var at = heads[row * rowStep + column * step]
                if at < 0 { continue }
                // A cell whose part of the line is hidden needs no look.
                if column > 0 { piece = sight.piece(at: parts[column - 1], from: piece) }
                if piece == sight.seen.count { break }
                if column < parts.count, parts[column] < sight.seen[piece].low { continue }
                while at >= 0 {
                    let entry = entries[Int(at)]
                    at = entry.next
                    let box = boxes[Int(entry.number)]
                    guard box.lo[axis] <= high, box.hi[axis] >= low,
                        isForward ? box.hi[across] > place : box.lo[across] < place, filter.counts(entry.number)
                    else { continue }
                    let isWithin = column == 0 || box.lo[axis] >= parts[column - 1]
                    if sight.sees(box.lo[axis], from: isWithin ? piece : 0) { sight.found.append(box.lo[axis]) }
                    if sight.sees(box.hi[axis], from: isWithin ? piece : 0) { sight.found.append(box.hi[axis]) }
                    sight.hidden.append(RouteInterval(low: box.lo[axis], high: box.hi[axis]))
                }
            }
            sight.hide()
            if isForward ? row >= min(end, lines.count) : row <= max(end, 0) { return }
            row += isForward ? 1 : -1
        }
    }
}
