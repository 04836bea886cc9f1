import Geometry
import Storage

/// The search for the nearest thing to snap to along one axis of a movement.
struct SnapSearch {
    let axis: Axis
    /// The moving rectangle at the start.
    let moving: Rect
    /// The whole movement, unsnapped.
    let offset: Point
    let reach: Double
    let lines: SnapLines
    /// The visible part; nil if all is visible.
    let visible: Rect?
    /// The positions of a resize; nil for a movement.
    var stretch: SnapStretch?
    private(set) var best: (hold: SnapHold, offset: Double, distance: Double)?

    init(_ axis: Axis, _ moving: Rect, _ offset: Point, reach: Double, _ lines: SnapLines, visible: Rect?) {
        self.axis = axis
        self.moving = moving
        self.offset = offset
        self.reach = reach
        self.lines = lines
        self.visible = visible
    }

    /// Searches the nearest line on which an anchor would lie.
    mutating func lookForLines(_ anchor: SnapAnchor) {
        let own = lines[axis]
        look(.align, anchor, own.lines.count, { own.lines[$0].position }) { [lines, visible] line in
            own.isVisible(line, lines.frames, visible)
        }
    }

    mutating func lookForGaps() {
        let gaps = lines[axis].gaps
        let moved = moving.offset(by: offset)
        for anchor in SnapAnchor.allCases {
            let places = gaps[anchor]
            look(.gap, anchor, places.count, { places[$0].position }) { [lines, visible] place in
                gaps.holds(places[place].index, for: anchor, moved, lines.frames, visible)
            }
        }
    }

    /// Looks for the nearest gap or size of another node that a moved side can take.
    mutating func lookForStretches(_ anchor: SnapAnchor, _ rules: SnapRules) {
        guard let stretch else { return }
        for kind in SnapStretch.Kind.allCases where kind.counts(rules) {
            let count = stretch.count(kind, anchor, lines[axis])
            look(kind.guide, anchor, count, { [lines, axis] in stretch.position($0, kind, anchor, lines[axis]) }) {
                [self] place in
                isValid(place, kind, anchor, stretch)
            }
        }
    }

    private func isValid(_ place: Int, _ kind: SnapStretch.Kind, _ anchor: SnapAnchor, _ stretch: SnapStretch) -> Bool {
        let own = lines[axis]
        let index = stretch.index(place, kind, anchor, own)
        let target = stretch.position(place, kind, anchor, own)
        switch kind {
        case .size: return visible?.touches(lines.frames[Int(index)]) ?? true
        case .repeated: return own.gaps.holds(index, for: anchor, moving, lines.frames, visible)
        case .halved:
            let moved = moving.stretched(anchor, axis, to: target)
            return moved.low(axis) <= moved.high(axis)
                && own.gaps.holds(index, for: .middle, moved, lines.frames, visible)
        }
    }

    mutating func lookForStraights() {
        for straight in lines.straights where straight.axis == axis && straight.isFacing(after: offset, visible) {
            offer(SnapHold(kind: .straight, anchor: .middle, target: straight.offset), straight.offset)
        }
    }

    /// Returns the movement that stays with its earlier target; nil if that is gone or too far away.
    func offset(keeping hold: SnapHold) -> Double? {
        let target = hold.kind == .straight ? hold.target : hold.target - moving.position(hold.anchor, axis)
        guard abs(target - offset[axis]) < reach * SnapRules.hold else { return nil }
        return isThere(hold) ? target : nil
    }

    private func isThere(_ hold: SnapHold) -> Bool {
        let own = lines[axis]
        if let stretch, hold.kind != .align {
            return SnapStretch.Kind.allCases.contains { kind in
                guard kind.guide == hold.kind else { return false }
                let count = stretch.count(kind, hold.anchor, own)
                var place = (0..<count).partitioningIndex(where: {
                    stretch.position($0, kind, hold.anchor, own) >= hold.target
                })
                while place < count, stretch.position(place, kind, hold.anchor, own) == hold.target {
                    if isValid(place, kind, hold.anchor, stretch) { return true }
                    place += 1
                }
                return false
            }
        }
        switch hold.kind {
        case .align:
            let line = own.lines.partitioningIndex(where: { $0.position >= hold.target })
            return line < own.lines.count && own.lines[line].position == hold.target
                && own.isVisible(line, lines.frames, visible)
        case .gap:
            let moved = moving.offset(by: offset)
            let places = own.gaps[hold.anchor]
            var place = places.partitioningIndex(where: { $0.position >= hold.target })
            while place < places.count, places[place].position == hold.target {
                if own.gaps.holds(places[place].index, for: hold.anchor, moved, lines.frames, visible) { return true }
                place += 1
            }
            return false
        case .size: return false
        case .straight:
            return lines.straights.contains {
                $0.axis == axis && $0.offset == hold.target && $0.isFacing(after: offset, visible)
            }
        }
    }

    /// Goes through sorted positions from an anchor to either side, until a valid one or the reach is found.
    private mutating func look(
        _ kind: Guide.Kind, _ anchor: SnapAnchor, _ count: Int, _ position: (Int) -> Double, _ isValid: (Int) -> Bool
    ) {
        let start = moving.position(anchor, axis)
        let raw = offset[axis]
        let first = (0..<count).partitioningIndex(where: { position($0) - start >= raw })
        func lookAt(_ place: Int, _ search: inout SnapSearch) -> Bool {
            let target = position(place)
            guard search.mayWin(abs(target - start - raw)) else { return false }
            guard isValid(place) else { return true }
            search.offer(SnapHold(kind: kind, anchor: anchor, target: target), target - start)
            return false
        }
        var place = first
        while place < count, lookAt(place, &self) { place += 1 }
        place = first - 1
        while place >= 0, lookAt(place, &self) { place -= 1 }
    }

    private func mayWin(_ distance: Double) -> Bool {
        distance < reach && distance <= best?.distance ?? .infinity
    }

    /// The nearer wins; among equals lines before straight edges before gaps before sizes, then the lesser offset.
    private mutating func offer(_ hold: SnapHold, _ target: Double) {
        let distance = abs(target - offset[axis])
        guard mayWin(distance) else { return }
        if let best, distance == best.distance {
            let order = hold.kind.order - best.hold.kind.order
            if order > 0 || (order == 0 && target >= best.offset) { return }
        }
        best = (hold, target, distance)
    }
}

extension Guide.Kind {
    fileprivate var order: Int {
        switch self {
        case .align: 0
        case .straight: 1
        case .gap: 2
        case .size: 3
        }
    }
}

extension SnapGaps {
    /// Returns true if a rectangle can repeat a gap: across the axis it overlaps the row of both neighbors.
    @inline(__always)
    func holds(
        _ index: Int32, for anchor: SnapAnchor, _ moved: Rect, _ frames: ContiguousArray<Rect>, _ visible: Rect?
    ) -> Bool {
        let gap = gaps[Int(index)]
        let other = axis.other
        var from = max(gap.from, moved.low(other))
        var to = min(gap.to, moved.high(other))
        if let visible {
            from = max(from, visible.low(other))
            to = min(to, visible.high(other))
        }
        guard from < to else { return false }
        let first = frames[Int(gap.first)]
        let second = frames[Int(gap.second)]
        if let visible, !visible.touches(first) || !visible.touches(second) { return false }
        return anchor != .middle || second.low(axis) - first.high(axis) > moved.high(axis) - moved.low(axis)
    }
}
