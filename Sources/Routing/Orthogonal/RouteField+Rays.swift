/// What of a field counts for one edge.
struct RouteFilter: Sendable {
    /// Obstacles that do not count.
    var open: [Int32] = []
    /// Boxes that count for this edge alone.
    var extra: [RouteBox] = []

    /// Whether an obstacle counts.
    @inline(__always) func counts(_ number: Int32) -> Bool {
        for other in open where other == number { return false }
        return true
    }
}

extension RouteField {
    /// How far a ray gets along an axis from a point at `place` across it, before it enters an obstacle.
    ///
    /// - Parameter isForward: whether towards greater coordinates.
    func reach(axis: Int, at place: Double, from start: Double, isForward: Bool, _ filter: RouteFilter) -> Double {
        let across = 1 - axis
        var best = isForward ? RouteBox.limit * 2 : -RouteBox.limit * 2
        @inline(__always) func meet(_ box: RouteBox) {
            guard box.lo[across] < place, place < box.hi[across] else { return }
            if isForward {
                if box.hi[axis] > start { best = min(best, max(box.lo[axis], start)) }
            } else if box.lo[axis] < start {
                best = max(best, min(box.hi[axis], start))
            }
        }
        for box in filter.extra { meet(box) }
        for number in wide where filter.counts(number) { meet(boxes[Int(number)]) }
        let row = cell(across, of: place)
        var column = cell(axis, of: start)
        let lines = parts[axis]
        let step = axis == 0 ? 1 : extent(0)
        let first = axis == 0 ? row * extent(0) : row
        while column >= 0 && column <= lines.count {
            for number in cells[first + column * step] {
                let box = boxes[Int(number)]
                guard box.lo[across] < place, place < box.hi[across] else { continue }
                if isForward {
                    guard box.hi[axis] > start, max(box.lo[axis], start) < best else { continue }
                    if filter.counts(number) { best = max(box.lo[axis], start) }
                } else {
                    guard box.lo[axis] < start, min(box.hi[axis], start) > best else { continue }
                    if filter.counts(number) { best = min(box.hi[axis], start) }
                }
            }
            if isForward {
                if column == lines.count || best <= lines[column] { break }
                column += 1
            } else {
                if column == 0 || best >= lines[column - 1] { break }
                column -= 1
            }
        }
        return best
    }

    /// Calls `body` with the numbers of all obstacles whose cells meet a box; some more than once.
    @inline(__always) func visit(_ box: RouteBox, _ body: (Int32) -> Void) {
        for number in wide { body(number) }
        let x0 = cell(0, of: box.lo.x)
        let x1 = cell(0, of: box.hi.x)
        let y0 = cell(1, of: box.lo.y)
        let y1 = cell(1, of: box.hi.y)
        for y in y0...max(y0, y1) { for x in x0...max(x0, x1) { for number in cells[y * extent(0) + x] { body(number) } } }
    }

    /// Adds to `found` where lines across a piece of a line may be held by the corner of an obstacle: the sides of all
    /// obstacles that are seen from the piece, and perhaps some more.
    ///
    /// - Parameter directions: −1 towards lesser coordinates across, 1 towards greater ones, 0 both.
    func corners(
        axis: Int, at place: Double, from low: Double, to high: Double, directions: Int, _ filter: RouteFilter,
        into found: inout [Double]
    ) {
        for box in filter.extra { RouteField.note(box, axis, low, high, &found) }
        for number in wide where filter.counts(number) { RouteField.note(boxes[Int(number)], axis, low, high, &found) }
        if directions >= 0 { look(axis, place, low, high, true, filter, &found) }
        if directions <= 0 { look(axis, place, low, high, false, filter, &found) }
    }

    private static func note(_ box: RouteBox, _ axis: Int, _ low: Double, _ high: Double, _ found: inout [Double]) {
        if box.lo[axis] >= low && box.lo[axis] <= high { found.append(box.lo[axis]) }
        if box.hi[axis] >= low && box.hi[axis] <= high { found.append(box.hi[axis]) }
    }

    /// Walks away from a line row by row until all that is behind is hidden.
    private func look(
        _ axis: Int, _ place: Double, _ low: Double, _ high: Double, _ isForward: Bool, _ filter: RouteFilter,
        _ found: inout [Double]
    ) {
        guard low < high else { return found.append(low) }
        let across = 1 - axis
        let columns = (cell(axis, of: low), cell(axis, of: high))
        let step = axis == 0 ? 1 : extent(0)
        let rowStep = axis == 0 ? extent(0) : 1
        var seen: [(Double, Double)] = [(low, high)]
        var row = cell(across, of: place)
        while row >= 0 && row < extent(across) && !seen.isEmpty {
            var hidden: [(Double, Double)] = []
            for column in columns.0...columns.1 {
                // A cell whose part of the line is hidden needs no look.
                let from = column == 0 ? -Double.infinity : parts[axis][column - 1]
                let to = column == parts[axis].count ? Double.infinity : parts[axis][column]
                guard seen.contains(where: { $0.0 <= to && $0.1 >= from }) else { continue }
                for number in cells[row * rowStep + column * step] {
                    let box = boxes[Int(number)]
                    guard box.lo[axis] <= high, box.hi[axis] >= low,
                        isForward ? box.hi[across] > place : box.lo[across] < place, filter.counts(number)
                    else { continue }
                    for side in [box.lo[axis], box.hi[axis]] {
                        if seen.contains(where: { $0.0 <= side && side <= $0.1 }) { found.append(side) }
                    }
                    hidden.append((box.lo[axis], box.hi[axis]))
                }
            }
            for cover in hidden { seen = RouteField.rest(of: seen, without: cover) }
            row += isForward ? 1 : -1
        }
    }

    /// What of some intervals lies outside another one, without pieces of no length.
    private static func rest(of seen: [(Double, Double)], without cover: (Double, Double)) -> [(Double, Double)] {
        var rest: [(Double, Double)] = []
        for piece in seen {
            if piece.0 < cover.0 { rest.append((piece.0, min(piece.1, cover.0))) }
            if cover.1 < piece.1 { rest.append((max(cover.1, piece.0), piece.1)) }
        }
        return rest
    }
}

extension RouteField {
    /// Whether a point lies inside an obstacle.
    func holds(axis: Int, along: Double, across: Double, _ filter: RouteFilter) -> Bool {
        let point = axis == 0 ? SIMD2(along, across) : SIMD2(across, along)
        for box in filter.extra where box.holds(point) { return true }
        for number in wide where boxes[Int(number)].holds(point) && filter.counts(number) { return true }
        for number in cells[cell(1, of: point.y) * extent(0) + cell(0, of: point.x)]
        where boxes[Int(number)].holds(point) && filter.counts(number) { return true }
        return false
    }
}
