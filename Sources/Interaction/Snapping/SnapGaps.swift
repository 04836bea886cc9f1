import Geometry
import Graph
import Storage

/// The gaps between neighbors along one axis, and the positions at which a rectangle would repeat one.
///
/// Two nodes are neighbors if a line along the axis leads from one to the other through nothing else. Among nodes that
/// overlap along the axis, the one that reaches farthest has the gap behind them, and the one that begins first the
/// gap before them.
struct SnapGaps: Sendable {
    /// A gap, as far as nothing is in it.
    struct Gap: Sendable, Equatable {
        /// The nodes before and behind it.
        let first: Int32
        let second: Int32
        /// The range of coordinates along the other axis.
        let from: Double
        let to: Double
    }

    let axis: Axis
    private(set) var gaps: ContiguousArray<Gap> = []
    /// The positions at which the low side repeats the gap behind its second node.
    private(set) var behind: ContiguousArray<SnapPlace> = []
    /// The positions at which the middle halves the rest of the gap beside a rectangle.
    private(set) var between: ContiguousArray<SnapPlace> = []
    /// The positions at which the high side repeats the gap before its first node.
    private(set) var before: ContiguousArray<SnapPlace> = []

    init(_ axis: Axis, _ frames: ContiguousArray<Rect>, _ row: [Int32]) {
        self.axis = axis
        if row.isEmpty { return }
        sweep(frames, row)
        for (index, gap) in gaps.enumerated() {
            let first = frames[Int(gap.first)]
            let second = frames[Int(gap.second)]
            let width = second.low(axis) - first.high(axis)
            let index = Int32(index)
            behind.append(SnapPlace(position: second.high(axis) + width, index: index))
            between.append(SnapPlace(position: (first.high(axis) + second.low(axis)) / 2, index: index))
            before.append(SnapPlace(position: first.low(axis) - width, index: index))
        }
        behind.sort()
        between.sort()
        before.sort()
    }

    /// The positions for an anchor of the moving rectangle.
    subscript(anchor: SnapAnchor) -> ContiguousArray<SnapPlace> {
        @inline(__always) _read {
            switch anchor {
            case .low: yield behind
            case .middle: yield between
            case .high: yield before
            }
        }
    }

    /// Finds the neighbors by a line that sweeps along the axis and knows the last node at each height.
    ///
    /// - Complexity: O(*n* log *n*), and for each node a copy of the nodes visible beside it.
    private mutating func sweep(_ frames: ContiguousArray<Rect>, _ row: [Int32]) {
        let other = axis.other
        var order = ContiguousArray(row.map { SnapPlace(position: frames[Int($0)].low(axis), index: $0) })
        order.sort()
        var front = SnapFront()
        for place in order {
            let frame = frames[Int(place.index)]
            let (from, to) = (frame.low(other), frame.high(other))
            if from >= to { continue }
            let high = frame.high(axis)
            front.pass(from, to) { last, start, end in
                if last < 0 { return place.index }
                let seen = frames[Int(last)].high(axis)
                if seen < place.position {
                    gaps.append(Gap(first: last, second: place.index, from: start, to: end))
                }
                return seen > high ? last : place.index
            }
        }
    }
}

/// The last strips of a sweep at each height; they touch without gaps.
private struct SnapFront {
    private struct Strip {
        let start: Double
        let last: Int32
    }

    private var strips: [Strip] = [Strip(start: -.infinity, last: -1)]
    private var passed: [Strip] = []

    /// Calls `body` with the last node in each strip of a span, and replaces it by the result.
    @inline(__always)
    mutating func pass(_ from: Double, _ to: Double, _ body: (Int32, Double, Double) -> Int32) {
        let first = strips.partitioningIndex(where: { $0.start > from }) - 1
        passed.removeAll(keepingCapacity: true)
        if strips[first].start < from { passed.append(strips[first]) }
        var index = first
        var last: Int32 = -1
        while index < strips.count, strips[index].start < to {
            last = strips[index].last
            let start = max(strips[index].start, from)
            let end = index + 1 < strips.count ? min(strips[index + 1].start, to) : to
            add(Strip(start: start, last: body(last, start, end)))
            index += 1
        }
        let isCut = index == strips.count || strips[index].start > to
        if isCut { add(Strip(start: to, last: last)) }
        // What follows may have been seen together with the last strip.
        if !isCut, strips[index].last == passed.last?.last { index += 1 }
        strips.replaceSubrange(first..<index, with: passed)
        if first > 0, strips[first - 1].last == strips[first].last { strips.remove(at: first) }
    }

    private mutating func add(_ strip: Strip) {
        if passed.last?.last != strip.last { passed.append(strip) }
    }
}
