/// The part of a field that counts for one edge.
struct RouteFilter: Hashable, Sendable {
    /// Obstacles that do not count.
    var open: [Int32] = []
    /// Boxes that count only for this edge.
    var extra: [RouteBox] = []
    /// The box outside which nothing is searched.
    var window = RouteBox.everything

    /// Returns true if an obstacle counts.
    @inline(__always) func counts(_ number: Int32) -> Bool {
        for other in open where other == number { return false }
        return true
    }
}

extension RouteField {
    /// Returns the coordinate that a ray reaches along an axis, from a point at `place` across it, before it enters an
    /// obstacle or leaves the window.
    ///
    /// - Parameter isForward: whether towards greater coordinates.
    func reach(axis: Int, at place: Double, from start: Double, isForward: Bool, _ filter: RouteFilter) -> Double {
        let across = 1 - axis
        var best = isForward ? filter.window.hi[axis] : filter.window.lo[axis]
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
        let lines = parts(axis)
        let step = step(axis)
        let row = cell(across, of: place) * self.step(across)
        var column = cell(axis, of: start)
        while true {
            var at = heads[row + column * step]
            while at >= 0 {
                let entry = entries[Int(at)]
                at = entry.next
                let box = boxes[Int(entry.number)]
                guard box.lo[across] < place, place < box.hi[across] else { continue }
                if isForward {
                    guard box.hi[axis] > start, max(box.lo[axis], start) < best else { continue }
                    if filter.counts(entry.number) { best = max(box.lo[axis], start) }
                } else {
                    guard box.lo[axis] < start, min(box.hi[axis], start) > best else { continue }
                    if filter.counts(entry.number) { best = min(box.hi[axis], start) }
                }
            }
            if isForward {
                if column == lines.count || best <= lines[column] { return best }
                column += 1
            } else {
                if column == 0 || best >= lines[column - 1] { return best }
                column -= 1
            }
        }
    }

    /// Calls `body` with the numbers of all obstacles whose cells meet a box; some more than once.
    @inline(__always) func visit(_ box: RouteBox, _ body: (Int32) -> Void) {
        for number in wide { body(number) }
        let x1 = cell(0, of: box.hi.x)
        let y1 = cell(1, of: box.hi.y)
        for y in min(cell(1, of: box.lo.y), y1)...y1 {
            for x in min(cell(0, of: box.lo.x), x1)...x1 {
                var at = heads[y * (columns.count + 1) + x]
                while at >= 0 {
                    body(entries[Int(at)].number)
                    at = entries[Int(at)].next
                }
            }
        }
    }

    /// Returns true if a point is inside an obstacle.
    func holds(axis: Int, along: Double, across: Double, _ filter: RouteFilter) -> Bool {
        let point = axis == 0 ? SIMD2(along, across) : SIMD2(across, along)
        for box in filter.extra where box.holds(point) { return true }
        for number in wide where boxes[Int(number)].holds(point) && filter.counts(number) { return true }
        var at = heads[cell(1, of: point.y) * (columns.count + 1) + cell(0, of: point.x)]
        while at >= 0 {
            let number = entries[Int(at)].number
            if boxes[Int(number)].holds(point) && filter.counts(number) { return true }
            at = entries[Int(at)].next
        }
        return false
    }

    /// Returns true if more than a number of obstacles hold a point.
    ///
    /// - Complexity: O(the obstacles of the point's cell) at worst; early if many contain it.
    func isHeld(_ point: SIMD2<Double>, byMoreThan most: Int, _ filter: RouteFilter) -> Bool {
        var count = 0
        for number in wide where boxes[Int(number)].holds(point) && filter.counts(number) { count += 1 }
        var at = heads[cell(1, of: point.y) * (columns.count + 1) + cell(0, of: point.x)]
        while at >= 0 && count <= most {
            let number = entries[Int(at)].number
            if boxes[Int(number)].holds(point) && filter.counts(number) { count += 1 }
            at = entries[Int(at)].next
        }
        return count > most
    }
}
