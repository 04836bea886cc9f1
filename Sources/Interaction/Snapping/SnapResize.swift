import Editing
import Geometry
import Graph

/// One question about the size of a node whose sides are moved, always from the start of the movement.
///
/// The sides snap, then the extent limits them, then the least size and the contents do.
struct SnapResize: Sendable {
    var original: Rect
    var handle: ResizeHandle
    /// The offset of the pointer.
    var offset: Point
    var minimum: Size
    var maximum = Size.boundless
    var extent = Rect.everything
    /// The rectangle that the frame must contain, inside its old position; empty is nothing.
    var kept = Rect.empty
    var rules: SnapRules
    /// Is true if a corner keeps width and height in proportion.
    var keepsRatio = false
    /// Is true if the center stays, and not the opposite side.
    var isCentered = false
    var held = SnapHolds()

    /// The new size of the node.
    struct Answer: Sendable, Equatable {
        var frame: Rect
        var held = SnapHolds()
        var guides: [Guide] = []
    }

    func answer(_ lines: SnapLines?, visible: Rect? = nil) -> Answer {
        var answer = Answer(frame: original)
        if offset == .zero { return answer }
        let active = rules.reach > 0 ? lines : nil
        if keepsRatio, handle.side(.x) != nil, handle.side(.y) != nil, original.width > 0, original.height > 0 {
            scale(&answer, active, visible)
        } else {
            for axis in Axis.allCases { stretch(axis, &answer, active, visible) }
        }
        if let active, answer.frame.isFinite {
            answer.guides = active.guides(
                of: answer.frame, { movingSides($0) }, after: nil, gaps: rules.hasGaps, sizes: rules.hasSizes,
                visible: visible)
        }
        return answer
    }

    private func movingSides(_ axis: Axis) -> [SnapAnchor] {
        guard let side = handle.side(axis) else { return [] }
        return isCentered ? [.low, .high] : [side]
    }

    // MARK: Each axis by itself

    private func stretch(_ axis: Axis, _ answer: inout Answer, _ lines: SnapLines?, _ visible: Rect?) {
        guard let side = handle.side(axis) else { return }
        let start = original.position(side, axis)
        var moved = start + offset[axis]
        if let found = snapped(axis, by: offset[axis], lines, visible) {
            answer.held[axis] = found.hold
            moved = found.hold.anchor == side ? found.hold.target : start + found.offset
        } else if let grid = rules.grid {
            moved = grid.snapped(axis, moved)
        }
        let low = original.low(axis)
        let high = original.high(axis)
        let least = axis == .x ? minimum.width : minimum.height
        let most = axis == .x ? maximum.width : maximum.height
        let (floor, ceiling) = (extent.low(axis), extent.high(axis))
        let (keptLow, keptHigh) = (kept.low(axis), kept.high(axis))
        if isCentered {
            let growth = side == .low ? start - moved : moved - start
            let bound = max(
                min(growth, low - floor, ceiling - high, (most - (high - low)) / 2), (least - (high - low)) / 2,
                low - keptLow, keptHigh - high)
            let isExact = bound == growth
            answer.frame.set(.low, axis, (isExact && side == .low ? moved : low - bound) + 0)
            answer.frame.set(.high, axis, (isExact && side == .high ? moved : high + bound) + 0)
        } else if side == .low {
            answer.frame.set(.low, axis, min(max(moved, floor, high - most), high - least, keptLow) + 0)
        } else {
            answer.frame.set(.high, axis, max(min(moved, ceiling, low + most), low + least, keptHigh) + 0)
        }
    }

    /// Returns the target of the dragged side, or of the opposite one by an offset of the dragged one; the nearer of
    /// both.
    private func snapped(
        _ axis: Axis, by raw: Double, _ lines: SnapLines?, _ visible: Rect?
    ) -> (hold: SnapHold, offset: Double, distance: Double)? {
        guard let lines, let side = handle.side(axis) else { return nil }
        func look(_ anchor: SnapAnchor, _ sign: Double) -> (hold: SnapHold, offset: Double, distance: Double)? {
            var way = Point.zero
            way[axis] = raw * sign
            var search = SnapSearch(axis, original, way, reach: rules.reach, lines, visible: visible)
            search.stretch = SnapStretch(
                fixed: original.position(isCentered ? .middle : opposite(of: anchor), axis), isCentered: isCentered)
            if let hold = held[axis], hold.anchor == anchor, hold.counts(rules),
                let offset = search.offset(keeping: hold)
            {
                return (hold, offset * sign, -1)
            }
            search.lookForLines(anchor)
            search.lookForStretches(anchor, rules)
            return search.best.map { ($0.hold, $0.offset * sign, $0.distance) }
        }
        let own = look(side, 1)
        guard isCentered, let mirrored = look(opposite(of: side), -1) else { return own }
        guard let own, own.distance <= mirrored.distance else { return mirrored }
        return own
    }

    private func opposite(of side: SnapAnchor) -> SnapAnchor { side == .low ? .high : .low }

    // MARK: Both axes in proportion

    /// Scales the frame to the pointer's projection on the diagonal; then a side snaps.
    private func scale(_ answer: inout Answer, _ lines: SnapLines?, _ visible: Rect?) {
        let size = Point(x: original.width, y: original.height)
        // About the center each side takes half of the growth.
        let share = isCentered ? 0.5 : 1
        let sign = Point(x: handle.side(.x) == .low ? -1 : 1, y: handle.side(.y) == .low ? -1 : 1)
        let pull = Point(x: offset.x * sign.x, y: offset.y * sign.y)
        var growth = (pull.x * size.x + pull.y * size.y) / size.squaredLength / share
        var nearest: (axis: Axis, hold: SnapHold, growth: Double, distance: Double)?
        for axis in Axis.allCases {
            let raw = growth * size[axis] * share * sign[axis]
            guard let found = snapped(axis, by: raw, lines, visible) else { continue }
            if let nearest, nearest.distance <= found.distance { continue }
            nearest = (axis, found.hold, found.offset * sign[axis] / share / size[axis], found.distance)
        }
        if let nearest {
            answer.held[nearest.axis] = nearest.hold
            growth = nearest.growth
        } else if let grid = rules.grid {
            let axis: Axis = size.x >= size.y ? .x : .y
            let start = original.position(handle.side(axis) ?? .low, axis)
            let moved = grid.snapped(axis, start + growth * size[axis] * share * sign[axis])
            growth = (moved - start) * sign[axis] / share / size[axis]
        }
        var most = min(maximum.width / size.x, maximum.height / size.y) - 1
        var least = max(minimum.width / size.x, minimum.height / size.y) - 1
        for axis in Axis.allCases {
            let below = original.low(axis) - extent.low(axis)
            let above = extent.high(axis) - original.high(axis)
            let space = isCentered ? min(below, above) : sign[axis] < 0 ? below : above
            most = min(most, space / share / size[axis])
            let (before, after) = (original.low(axis) - kept.low(axis), kept.high(axis) - original.high(axis))
            let loss = isCentered ? max(before, after) : sign[axis] < 0 ? before : after
            least = max(least, loss / share / size[axis])
        }
        let bound = max(min(growth, most), least)
        for axis in Axis.allCases {
            let way = bound * size[axis] * share
            if isCentered || sign[axis] < 0 { answer.frame.set(.low, axis, original.low(axis) - way + 0) }
            if isCentered || sign[axis] > 0 { answer.frame.set(.high, axis, original.high(axis) + way + 0) }
        }
        // The side that snapped lies exactly on its line.
        if let nearest, bound == growth {
            answer.frame.set(nearest.hold.anchor, nearest.axis, nearest.hold.target)
        }
    }
}

extension ResizeHandle {
    /// The side that it moves along an axis.
    func side(_ axis: Axis) -> SnapAnchor? {
        switch axis {
        case .x: movesLeft ? .low : movesRight ? .high : nil
        case .y: movesTop ? .low : movesBottom ? .high : nil
        }
    }
}

extension Grid {
    func snapped(_ axis: Axis, _ position: Double) -> Double { Grid.snapped(position, cell[axis], origin[axis]) }
}

/// A corner or a side of a node's frame that a resize moves.
public enum ResizeHandle: String, CaseIterable, Sendable {
    case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left

    /// The handle that moves both sides at a corner.
    public init(_ corner: Corner) {
        self =
            switch corner {
            case .topLeft: .topLeft
            case .topRight: .topRight
            case .bottomRight: .bottomRight
            case .bottomLeft: .bottomLeft
            }
    }

    var movesLeft: Bool { self == .topLeft || self == .left || self == .bottomLeft }
    var movesRight: Bool { self == .topRight || self == .right || self == .bottomRight }
    var movesTop: Bool { self == .topLeft || self == .top || self == .topRight }
    var movesBottom: Bool { self == .bottomLeft || self == .bottom || self == .bottomRight }
}
