import Geometry

/// One question about the result of a movement, always from its start, so that nothing drifts. A new node asks with a
/// movement of zero, and snaps in place.
struct SnapMove: Sendable {
    /// The initial bounds of the moving part.
    var moving: Rect
    /// The corner that snaps to the grid: the top-left corner of the leading node.
    var corner: Point
    /// The offset of the pointer.
    var offset: Point
    /// The offsets that extents allow.
    var allowedOffsets = Rect.everything
    var rules: SnapRules
    /// The axis along which nothing moves.
    var still: Axis?
    var held = SnapHolds()

    /// The result of a movement.
    struct Answer: Sendable, Equatable {
        var offset: Point
        /// The exact position of the corner if a line or the grid determines it.
        var corner: Point?
        var held = SnapHolds()
        var guides: [Guide] = []
    }

    /// - Parameters:
    ///   - lines: the lines to align to, if there are any.
    ///   - visible: the part that counts; nil for all.
    /// - Complexity: O(log *n*) for *n* lines, plus the lines within reach or reported.
    func answer(_ lines: SnapLines?, visible: Rect? = nil) -> Answer {
        var answer = Answer(offset: offset)
        var raw = offset
        if let still { raw[still] = 0 }
        let active = rules.reach > 0 ? lines : nil
        let grid = rules.grid.map { $0.snapped(corner + raw) }
        var target = corner
        var isExact = false
        // A coordinate that stays keeps its value, which a way by the corner might round.
        var stays = still != nil
        answer.offset = raw
        for axis in Axis.allCases where axis != still {
            let found = active.flatMap { snapped(axis, raw, $0, visible) }
            if let found {
                answer.held[axis] = found.hold
                answer.offset[axis] = found.offset
            } else if let grid {
                answer.offset[axis] = grid[axis] - corner[axis]
                target[axis] = grid[axis]
                isExact = true
                continue
            }
            target[axis] = corner[axis] + answer.offset[axis]
            if answer.offset[axis] == 0 { stays = true }
            guard let hold = found?.hold, hold.kind != .straight, hold.anchor == .low else { continue }
            if moving.low(axis) != corner[axis] { continue }
            target[axis] = hold.target
            isExact = true
        }
        let bound = answer.offset.clamped(to: allowedOffsets)
        if isExact && !stays && bound == answer.offset { answer.corner = target }
        answer.offset = bound
        if let active, answer.offset.isFinite {
            answer.guides = active.guides(
                of: moving.offset(by: answer.offset), { _ in SnapAnchor.allCases }, after: answer.offset,
                gaps: rules.hasGaps, visible: visible)
        }
        return answer
    }

    private func snapped(
        _ axis: Axis, _ raw: Point, _ lines: SnapLines, _ visible: Rect?
    ) -> (hold: SnapHold, offset: Double)? {
        var search = SnapSearch(axis, moving, raw, reach: rules.reach, lines, visible: visible)
        if let hold = held[axis], hold.counts(rules), let offset = search.offset(keeping: hold) {
            return (hold, offset)
        }
        for anchor in SnapAnchor.allCases { search.lookForLines(anchor) }
        search.lookForStraights()
        if rules.hasGaps { search.lookForGaps() }
        return search.best.map { ($0.hold, $0.offset) }
    }
}
