import Geometry
import Graph
import Storage

extension SnapLines {
    /// All guides that match a rectangle at its position, in the order of guides.
    ///
    /// - Parameters:
    ///   - moved: the rectangle at its position.
    ///   - anchors: the lines of it that count along each axis.
    ///   - offset: the distance by which it was moved, for edges that become straight; nil for a resize.
    ///   - hasSizes: whether nodes of its size count, along axes with anchors.
    func guides(
        of moved: Rect, _ anchors: (Axis) -> [SnapAnchor], after offset: Point?, gaps hasGaps: Bool,
        sizes hasSizes: Bool = false, visible: Rect?
    ) -> [Guide] {
        var guides: [Guide] = []
        for axis in Axis.allCases {
            let anchors = anchors(axis)
            for anchor in anchors { addLine(anchor, axis, moved, visible, to: &guides) }
            if let offset { addStraights(axis, after: offset, visible, to: &guides) }
            if anchors.isEmpty { continue }
            if hasSizes { addSize(axis, moved, visible, to: &guides) }
            if hasGaps {
                // The middle of what is resized lies in the middle of a gap as well.
                let sides = offset == nil ? anchors + [.middle] : anchors
                for anchor in sides { addGaps(anchor, axis, moved, visible, to: &guides) }
            }
        }
        if guides.count > 1 { guides.sort() }
        var merged: [Guide] = []
        for guide in guides where merged.last != guide && merged.count < Limits.guides {
            if guide.kind == .straight, let last = merged.last, last.kind == .straight, last.axis == guide.axis,
                last.position == guide.position
            {
                merged[merged.count - 1].to = max(last.to, guide.to)
            } else {
                merged.append(guide)
            }
        }
        return merged
    }

    private func addLine(
        _ anchor: SnapAnchor, _ axis: Axis, _ moved: Rect, _ visible: Rect?, to guides: inout [Guide]
    ) {
        let own = self[axis]
        let place = moved.position(anchor, axis)
        var line = own.lines.partitioningIndex(where: { $0.position >= place - SnapRules.tolerance })
        var guide: Guide?
        while line < own.lines.count, own.lines[line].position <= place + SnapRules.tolerance {
            if let span = own.span(line, frames, visible) {
                var joined =
                    guide
                    ?? Guide(
                        axis: axis, position: own.lines[line].position, from: moved.low(axis.other),
                        to: moved.high(axis.other))
                joined.from = min(joined.from, span.from)
                joined.to = max(joined.to, span.to)
                guide = joined
            }
            line += 1
        }
        if let guide { guides.append(guide) }
    }

    private func addStraights(_ axis: Axis, after offset: Point, _ visible: Rect?, to guides: inout [Guide]) {
        let other = axis.other
        for straight in straights where straight.axis == axis && straight.isFacing(after: offset, visible) {
            guard abs(straight.offset - offset[axis]) <= SnapRules.tolerance else { continue }
            let here = straight.moving[other] + offset[other]
            let there = straight.staying[other]
            guides.append(
                Guide(
                    kind: .straight, axis: axis, position: straight.staying[axis], from: min(here, there),
                    to: max(here, there)))
        }
    }

    /// Two lines for a size: across the rectangle, and across the nearest node of the same size.
    private func addSize(_ axis: Axis, _ moved: Rect, _ visible: Rect?, to guides: inout [Guide]) {
        let sizes = self[axis].sizes
        let size = moved.high(axis) - moved.low(axis)
        var place = sizes.partitioningIndex(where: { $0.position >= size - SnapRules.tolerance })
        var nearest: (frame: Rect, distance: Double)?
        while place < sizes.count, sizes[place].position <= size + SnapRules.tolerance {
            let frame = frames[Int(sizes[place].index)]
            place += 1
            let distance = (frame.center - moved.center).squaredLength
            guard visible?.touches(frame) ?? true, distance < nearest?.distance ?? .infinity else { continue }
            nearest = (frame, distance)
        }
        guard let nearest else { return }
        for frame in [moved, nearest.frame] {
            guides.append(
                Guide(
                    kind: .size, axis: axis.other, position: frame.position(.middle, axis.other), from: frame.low(axis),
                    to: frame.high(axis)))
        }
    }

    /// Two lines for a repeated gap: across it, and across the one that repeats it.
    private func addGaps(
        _ anchor: SnapAnchor, _ axis: Axis, _ moved: Rect, _ visible: Rect?, to guides: inout [Guide]
    ) {
        let own = self[axis].gaps
        let places = own[anchor]
        let other = axis.other
        let at = moved.position(anchor, axis)
        var place = places.partitioningIndex(where: { $0.position >= at - SnapRules.tolerance })
        var count = 0
        while place < places.count, places[place].position <= at + SnapRules.tolerance, count < Limits.guides {
            let index = places[place].index
            place += 1
            guard own.holds(index, for: anchor, moved, frames, visible) else { continue }
            count += 1
            let first = frames[Int(own.gaps[Int(index)].first)]
            let second = frames[Int(own.gaps[Int(index)].second)]
            let from = max(first.low(other), second.low(other), moved.low(other))
            let to = min(first.high(other), second.high(other), moved.high(other))
            func add(_ low: Double, _ high: Double) {
                guides.append(Guide(kind: .gap, axis: other, position: (from + to) / 2, from: low, to: high))
            }
            switch anchor {
            case .low:
                add(first.high(axis), second.low(axis))
                add(second.high(axis), moved.low(axis))
            case .middle:
                add(first.high(axis), moved.low(axis))
                add(moved.high(axis), second.low(axis))
            case .high:
                add(first.high(axis), second.low(axis))
                add(moved.high(axis), first.low(axis))
            }
        }
    }
}

extension Guide: Comparable {
    /// Orders guides by axis, kind and position, then by where they begin.
    public static func < (a: Guide, b: Guide) -> Bool {
        if a.axis != b.axis { return a.axis == .x }
        if a.kind != b.kind { return a.kind < b.kind }
        if a.position != b.position { return a.position < b.position }
        return a.from != b.from ? a.from < b.from : a.to < b.to
    }
}
