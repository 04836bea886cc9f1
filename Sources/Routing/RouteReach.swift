/// A straight line of a possible route, reached with the fewest bends.
struct RouteLine: Sendable {
    /// The axis along which it runs.
    var axis: Int
    /// The coordinate across that axis.
    var place: Double
    /// The range in which it is free.
    var low: Double
    var high: Double
    /// Its last entry; the others follow by `next`.
    var entry: Int32 = -1
    /// The exit of the end by which it leaves, for lines without bends before them.
    var exit: Int32 = -1
    /// The next line with the same hash.
    var next: Int32 = -1
}

/// A point at which a line is entered from a line with one bend less.
struct RouteEntry: Sendable {
    /// The coordinate along the line.
    var place: Double
    /// The length up to there.
    var cost: Double
    /// The previous line, and the index of its entry; −1 at the end of the edge.
    var line: Int32
    var parent: Int32
    /// The next entry of the same line.
    var next: Int32
}

/// All lines that are reached from one end of an edge, by the number of bends.
struct RouteReach: Sendable {
    var lines: [RouteLine] = []
    var entries: [RouteEntry] = []
    /// The index of the first line of each level; one more than there are levels.
    var levels: [Int] = [0]
    /// Is true if points next to the end count first when ways of equal length are compared.
    var isFromSource: Bool
    /// A sign for each axis: 1 if lesser coordinates come first, −1 if greater ones do.
    var signs = SIMD2<Double>(1, 1)
    /// The view from the current line.
    var sight = RouteSight()
    /// The coordinates of ends, and the outmost ones of first and last legs, by axis of the legs. Other legs may come
    /// arbitrarily near to them, so that these bound legs as corners do.
    var bounds: [[Double]] = [[], []]
    /// The box in which the other end begins, and the greatest length of ways to it.
    var goal = RouteBox.everything
    var most = Double.infinity
    private var heads: [Int32] = Array(repeating: -1, count: 1024)
    private var used: [Int] = []

    init(isFromSource: Bool) { self.isFromSource = isFromSource }

    /// Removes everything.
    mutating func clear(signs: SIMD2<Double>) {
        for slot in used { heads[slot] = -1 }
        used.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
        levels.append(0)
        self.signs = signs
        (goal, most) = (.everything, .infinity)
    }

    /// Is true if nothing was added on the last level.
    var isSpent: Bool { levels[levels.count - 2] == lines.count }

    private func slot(_ axis: Int, _ place: Double) -> Int {
        Int((place.bitPattern &* 0x9E37_79B9_7F4A_7C15) >> 55) &* 2 &+ axis
    }

    /// The line of an axis that passes a point.
    func line(_ axis: Int, _ place: Double, through point: Double) -> Int? {
        var at = heads[slot(axis, place)]
        while at >= 0 {
            let line = lines[Int(at)]
            if line.axis == axis && line.place == place && line.low <= point && point <= line.high { return Int(at) }
            at = line.next
        }
        return nil
    }

    /// Adds a line and returns its number.
    mutating func add(_ line: RouteLine) -> Int {
        var line = line
        let slot = slot(line.axis, line.place)
        if heads[slot] < 0 { used.append(slot) }
        line.next = heads[slot]
        heads[slot] = Int32(lines.count)
        lines.append(line)
        return lines.count - 1
    }

    /// Notes that a line can be entered from another one, unless that is never the shortest.
    mutating func enter(_ line: Int, at place: Double, cost: Double, from other: Int, by parent: Int) {
        var at = lines[line].entry
        while at >= 0 {
            let entry = entries[Int(at)]
            if entry.cost + abs(entry.place - place) < cost { return }
            at = entry.next
        }
        entries.append(
            RouteEntry(
                place: place, cost: cost, line: Int32(other), parent: Int32(parent), next: lines[line].entry))
        lines[line].entry = Int32(entries.count - 1)
    }

    /// The best entry to a point of a line, and the length up to that point.
    func best(_ line: Int, at point: Double) -> (entry: Int, cost: Double) {
        var best = (entry: -1, cost: Double.infinity)
        var at = lines[line].entry
        while at >= 0 {
            let entry = entries[Int(at)]
            let cost = entry.cost + abs(entry.place - point)
            if cost < best.cost || cost == best.cost && precedes(Int(at), best.entry) { best = (Int(at), cost) }
            at = entry.next
        }
        return best
    }

    /// Returns true if the way to one entry of a line comes before the way to another one of equal length.
    private func precedes(_ a: Int, _ b: Int) -> Bool {
        var a = entries[a]
        var b = entries[b]
        var order = 0
        while a.line >= 0 && b.line >= 0 && (a.line != b.line || a.parent != b.parent) {
            let axis = lines[Int(a.line)].axis
            let p = lines[Int(a.line)].place * signs[axis]
            let q = lines[Int(b.line)].place * signs[axis]
            if p != q && (order == 0 || isFromSource) { order = p < q ? -1 : 1 }
            if order != 0 && !isFromSource { break }
            a = entries[Int(a.parent)]
            b = entries[Int(b.parent)]
        }
        return order < 0
    }

    /// Returns the exit by which the end is left for an entry of a line.
    func exit(_ line: Int, by entry: Int) -> Int {
        var line = line
        var entry = entries[entry]
        while entry.line >= 0 {
            line = Int(entry.line)
            entry = entries[Int(entry.parent)]
        }
        return Int(lines[line].exit)
    }

    /// Calls `body` with the coordinates of the lines from one back to the end of the edge.
    @inline(__always) func visitTrail(_ line: Int, by entry: Int, _ body: (Double) -> Void) {
        body(lines[line].place)
        var entry = entries[entry]
        while entry.line >= 0 {
            body(lines[Int(entry.line)].place)
            entry = entries[Int(entry.parent)]
        }
    }

    /// The length of the shortest way up to a point of a line.
    func cost(_ line: Int, at point: Double) -> Double {
        var best = Double.infinity
        var at = lines[line].entry
        while at >= 0 {
            let entry = entries[Int(at)]
            best = min(best, entry.cost + abs(entry.place - point))
            at = entry.next
        }
        return best
    }

    /// The length of the shortest way up to a line.
    func least(_ line: Int) -> Double {
        var best = Double.infinity
        var at = lines[line].entry
        while at >= 0 {
            best = min(best, entries[Int(at)].cost)
            at = entries[Int(at)].next
        }
        return best
    }
}
