/// The possible box of a leg from one interval of its axis to another one.
struct RouteJoin: Sendable {
    /// The axis along which the leg runs.
    let axis: Int
    /// The box that is searched for the leg.
    let box: RouteBox
    /// The leg runs at least over this range, and further if it does not pass that.
    private let low: Double
    private let high: Double
    /// The limit for a route to count; nil if any one does.
    private let limit: RouteLimit?

    /// A leg that meets the view from an end and runs across it; nil if there is none in the window.
    init?(from view: RouteView, _ window: RouteBox, _ limit: RouteLimit?) {
        var box = window
        box.lo[view.axis] = max(box.lo[view.axis], view.box.lo[view.axis])
        box.hi[view.axis] = min(box.hi[view.axis], view.box.hi[view.axis])
        self.init(1 - view.axis, box, view, view, limit)
    }

    /// A leg across the views from both ends along one axis, from one to the other; nil if there is none in the
    /// window.
    init?(across a: RouteView, _ b: RouteView, _ window: RouteBox, _ limit: RouteLimit?) {
        var box = a.box.union(b.box)
        box.lo[a.axis] = max(a.box.lo[a.axis], b.box.lo[a.axis])
        box.hi[a.axis] = min(a.box.hi[a.axis], b.box.hi[a.axis])
        self.init(1 - a.axis, box.clipped(to: window), a, b, limit)
    }

    /// A leg along the common axis of both views, between legs across them; nil if there is none in the window.
    init?(along a: RouteView, _ b: RouteView, _ window: RouteBox, _ limit: RouteLimit?) {
        self.init(a.axis, window, a, b, limit, window)
    }

    /// A leg between the views from two ends within a window.
    private init?(
        _ axis: Int, _ box: RouteBox, _ a: RouteView, _ b: RouteView, _ limit: RouteLimit?,
        _ window: RouteBox = .everything
    ) {
        if box.isNone || box.lo[1] > box.hi[1] { return nil }
        let one = a.box.clipped(to: window)
        let two = b.box.clipped(to: window)
        if one.isNone || two.isNone { return nil }
        self.axis = axis
        self.box = box
        self.limit = limit
        low = min(one.hi[axis], two.hi[axis])
        high = max(one.lo[axis], two.lo[axis])
    }

    /// Returns true if such a leg may have a part inside an obstacle's old position, in a box that the obstacle has
    /// left.
    func leads(through freed: RouteBox, of old: RouteBox, in field: RouteField, _ filter: RouteFilter) -> Bool {
        var part = freed.clipped(to: box)
        if part.isNone { return false }
        // Along its border one could pass before.
        let unit = RouteBox.unit
        let across = 1 - axis
        part.lo[across] = max(part.lo[across], old.lo[across] + unit)
        part.hi[across] = min(part.hi[across], old.hi[across] - unit)
        if part.lo[across] > part.hi[across] || limit?.allows(part) == false { return false }
        var free = [RouteInterval(low: part.lo[across], high: part.hi[across])]
        if high > part.hi[axis] { field.cut(&free, axis: axis, from: part.hi[axis], to: high, filter) }
        if low < part.lo[axis] { field.cut(&free, axis: axis, from: part.lo[axis], to: low, filter) }
        return !free.isEmpty
    }
}

extension RouteField {
    /// The greatest number of pieces that `cut` distinguishes.
    private static let mostPieces = 32

    /// Removes intervals of coordinates, in order, at which no line along an axis gets from one coordinate to another
    /// one; lines along the borders of obstacles do. If there are too many, some stay that should not.
    func cut(_ free: inout [RouteInterval], axis: Int, from start: Double, to end: Double, _ filter: RouteFilter) {
        let low = min(start, end)
        let high = max(start, end)
        let across = 1 - axis
        func hide(_ number: Int32) {
            let box = boxes[Int(number)]
            guard box.lo[axis] < high, box.hi[axis] > low, let first = free.first, let last = free.last,
                box.lo[across] < last.high, box.hi[across] > first.low, filter.counts(number)
            else { return }
            free = free.flatMap { $0.rest(outside: box.lo[across], box.hi[across]) }
        }
        for number in wide { hide(number) }
        guard let first = free.first, let last = free.last else { return }
        let columns = cell(across, of: first.low)...cell(across, of: last.high)
        var row = cell(axis, of: start)
        let lastRow = cell(axis, of: end)
        while true {
            for column in columns {
                var at = heads[row * step(axis) + column * step(across)]
                while at >= 0 {
                    hide(entries[Int(at)].number)
                    if free.isEmpty || free.count > RouteField.mostPieces { return }
                    at = entries[Int(at)].next
                }
            }
            if row == lastRow { return }
            row += row < lastRow ? 1 : -1
        }
    }
}

extension RouteInterval {
    /// Returns the parts outside of the inside of another interval; pieces without length count.
    fileprivate func rest(outside from: Double, _ to: Double) -> [RouteInterval] {
        if high <= from || to <= low { return [self] }
        var pieces: [RouteInterval] = []
        if low <= from { pieces.append(RouteInterval(low: low, high: from)) }
        if to <= high { pieces.append(RouteInterval(low: to, high: high)) }
        return pieces
    }
}
