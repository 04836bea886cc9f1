import Geometry
import Graph

@testable import Editing
@testable import Interaction

/// Snapping as it is defined in a sentence each, by comparing everything with everything.
struct SnapModel {
    let frames: [Rect]
    let row: [Int32]
    let straights: [SnapStraight]
    let visible: Rect?

    private typealias Candidate = (hold: SnapHold, offset: Double)

    func answer(_ move: SnapMove) -> SnapMove.Answer {
        var answer = SnapMove.Answer(offset: move.offset)
        if move.offset == .zero { return answer }
        var raw = move.offset
        if let still = move.still { raw[still] = 0 }
        for axis in Axis.allCases {
            answer.offset[axis] = raw[axis]
            if axis == move.still { continue }
            if let found = snapped(axis, move, raw) {
                answer.held[axis] = found.hold
                answer.offset[axis] = found.offset
            } else if let grid = move.rules.grid {
                answer.offset[axis] = grid.snapped(move.corner + raw)[axis] - move.corner[axis]
            }
        }
        answer.offset.x = min(max(answer.offset.x, move.allowedOffsets.minX), move.allowedOffsets.maxX)
        answer.offset.y = min(max(answer.offset.y, move.allowedOffsets.minY), move.allowedOffsets.maxY)
        answer.guides = guides(move, answer.offset)
        return answer
    }

    private func isVisible(_ frame: Rect) -> Bool { visible?.touches(frame) ?? true }

    private func snapped(_ axis: Axis, _ move: SnapMove, _ raw: Point) -> Candidate? {
        let all = candidates(axis, move, raw)
        func distance(_ candidate: Candidate) -> Double { abs(candidate.offset - raw[axis]) }
        if let hold = move.held[axis],
            let kept = all.first(where: { $0.hold == hold && distance($0) < move.rules.reach * 1.5 })
        {
            return kept
        }
        let order: [Guide.Kind] = [.align, .straight, .gap]
        let near = all.filter { distance($0) < move.rules.reach }
        // The first of equals in the order of anchors is what is kept.
        return near.enumerated().min { a, b in
            let (one, two) = (a.element, b.element)
            if distance(one) != distance(two) { return distance(one) < distance(two) }
            let (first, second) = (order.firstIndex(of: one.hold.kind) ?? 3, order.firstIndex(of: two.hold.kind) ?? 3)
            if first != second { return first < second }
            return one.offset != two.offset ? one.offset < two.offset : a.offset < b.offset
        }?.element
    }

    private func candidates(_ axis: Axis, _ move: SnapMove, _ raw: Point) -> [Candidate] {
        var all: [Candidate] = []
        func add(_ kind: Guide.Kind, _ anchor: SnapAnchor, _ target: Double) {
            all.append(
                (SnapHold(kind: kind, anchor: anchor, target: target), target - move.moving.position(anchor, axis)))
        }
        for anchor in SnapAnchor.allCases {
            for frame in frames where isVisible(frame) {
                for other in SnapAnchor.allCases { add(.align, anchor, frame.position(other, axis)) }
            }
        }
        for straight in straights where straight.axis == axis && straight.isFacing(after: raw, visible) {
            all.append((SnapHold(kind: .straight, anchor: .middle, target: straight.offset), straight.offset))
        }
        guard move.rules.hasGaps else { return all }
        let pairs = pairs(axis, move.moving.offset(by: raw))
        for anchor in SnapAnchor.allCases {
            for (first, second) in pairs {
                let width = second.low(axis) - first.high(axis)
                switch anchor {
                case .low: add(.gap, .low, second.high(axis) + width)
                case .middle where width > move.moving.high(axis) - move.moving.low(axis):
                    add(.gap, .middle, (first.high(axis) + second.low(axis)) / 2)
                case .middle: break
                case .high: add(.gap, .high, first.low(axis) - width)
                }
            }
        }
        return all
    }

    /// The visible neighbors in whose row a rectangle is: at each height, nodes follow one another with gaps between.
    private func pairs(_ axis: Axis, _ moved: Rect) -> [(Rect, Rect)] {
        let other = axis.other
        var heights: [Double] = []
        for index in row { heights += [frames[Int(index)].low(other), frames[Int(index)].high(other)] }
        heights.sort()
        var found: [(first: Int32, second: Int32)] = []
        for (start, end) in zip(heights, heights.dropFirst()) where start < end {
            let from = max(start, moved.low(other), visible?.low(other) ?? start)
            let to = min(end, moved.high(other), visible?.high(other) ?? end)
            guard from < to else { continue }
            let here = row.filter { frames[Int($0)].low(other) <= start && frames[Int($0)].high(other) >= end }
                .sorted { (frames[Int($0)].low(axis), $0) < (frames[Int($1)].low(axis), $1) }
            guard var last = here.first else { continue }
            for next in here.dropFirst() {
                if frames[Int(last)].high(axis) < frames[Int(next)].low(axis),
                    !found.contains(where: { $0 == (last, next) })
                {
                    found.append((last, next))
                }
                if frames[Int(next)].high(axis) >= frames[Int(last)].high(axis) { last = next }
            }
        }
        return found.map { (frames[Int($0.first)], frames[Int($0.second)]) }.filter {
            isVisible($0.0) && isVisible($0.1)
        }
    }

    private func guides(_ move: SnapMove, _ offset: Point) -> [Guide] {
        let moved = move.moving.offset(by: offset)
        var guides: [Guide] = []
        for axis in Axis.allCases {
            let other = axis.other
            for anchor in SnapAnchor.allCases {
                let at = moved.position(anchor, axis)
                var span: (place: Double, from: Double, to: Double)?
                for frame in frames where isVisible(frame) {
                    for place in SnapAnchor.allCases.map({ frame.position($0, axis) }) where abs(place - at) < 0.0005 {
                        span = (
                            min(place, span?.place ?? place), min(frame.low(other), span?.from ?? moved.low(other)),
                            max(frame.high(other), span?.to ?? moved.high(other))
                        )
                    }
                }
                if let span { guides.append(Guide(axis: axis, position: span.place, from: span.from, to: span.to)) }
            }
            guides += straightGuides(axis, offset)
            if move.rules.hasGaps { guides += gapGuides(axis, moved) }
        }
        var distinct: [Guide] = []
        for guide in guides.sorted() where !distinct.contains(guide) { distinct.append(guide) }
        return Array(distinct.prefix(Limits.guides))
    }

    private func straightGuides(_ axis: Axis, _ offset: Point) -> [Guide] {
        var guides: [Guide] = []
        for straight in straights where straight.axis == axis && straight.isFacing(after: offset, visible) {
            guard abs(straight.offset - offset[axis]) < 0.0005 else { continue }
            let here = straight.moving[axis.other] + offset[axis.other]
            let there = straight.staying[axis.other]
            let place = straight.staying[axis]
            let (from, to) = (min(here, there), max(here, there))
            if let same = guides.firstIndex(where: { $0.position == place }) {
                guides[same].from = min(guides[same].from, from)
                guides[same].to = max(guides[same].to, to)
            } else {
                guides.append(Guide(kind: .straight, axis: axis, position: place, from: from, to: to))
            }
        }
        return guides
    }

    private func gapGuides(_ axis: Axis, _ moved: Rect) -> [Guide] {
        let other = axis.other
        var guides: [Guide] = []
        for (first, second) in pairs(axis, moved) {
            let from = max(first.low(other), second.low(other), moved.low(other))
            let to = min(first.high(other), second.high(other), moved.high(other))
            func add(_ low: Double, _ high: Double) {
                guides.append(Guide(kind: .gap, axis: other, position: (from + to) / 2, from: low, to: high))
            }
            func isEqual(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.0005 }
            let width = second.low(axis) - first.high(axis)
            if isEqual(moved.low(axis) - second.high(axis), width) {
                add(first.high(axis), second.low(axis))
                add(second.high(axis), moved.low(axis))
            }
            if isEqual(first.low(axis) - moved.high(axis), width) {
                add(first.high(axis), second.low(axis))
                add(moved.high(axis), first.low(axis))
            }
            let middle = (first.high(axis) + second.low(axis)) / 2
            if isEqual(moved.position(.middle, axis), middle), width > moved.high(axis) - moved.low(axis) {
                add(first.high(axis), moved.low(axis))
                add(moved.high(axis), second.low(axis))
            }
        }
        return guides
    }
}
