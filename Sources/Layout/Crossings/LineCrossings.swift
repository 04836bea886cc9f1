import Geometry

/// Counts the crossings of polylines. Segments are compared within the cells of a grid.
///
/// A crossing counts in the cell of its point, so that each counts once. Equal lines are compared once, and do not
/// cross each other.
struct LineCrossings {
    private let lines: [[Point]]
    /// The number of edges that each line represents.
    private let weights: [Int]
    private let segments: [Segment]
    /// The line of each segment.
    private let owner: [Int32]
    private var work = 0
    /// Pairs of lines that touch: the smaller number in the upper half, the other in the lower half.
    private var touching: [UInt64] = []

    /// The greatest work before counting is given up: about half a second.
    private static let mostWork = 240_000_000
    /// The work of finding out how two segments meet; comparing their bounds costs one.
    private static let meetingWork = 16
    /// The greatest number of pairs of touching lines that are compared one by one.
    private static let mostTouching = 200_000

    /// Returns nil when it was stopped.
    init?(lines: [[Point]], _ watch: LayoutWatch) {
        var numbers: [[Point]: Int] = [:]
        var distinct: [[Point]] = []
        var weights: [Int] = []
        numbers.reserveCapacity(lines.count)
        distinct.reserveCapacity(lines.count)
        weights.reserveCapacity(lines.count)
        for (number, line) in lines.enumerated() where line.count > 1 {
            if number % 4096 == 0, !watch(0) { return nil }
            if let known = numbers[line] {
                weights[known] += 1
            } else {
                numbers[line] = distinct.count
                distinct.append(line)
                weights.append(1)
            }
        }
        var segments: [Segment] = []
        var owner: [Int32] = []
        segments.reserveCapacity(distinct.count)
        owner.reserveCapacity(distinct.count)
        for (number, line) in distinct.enumerated() {
            if number % 4096 == 0, !watch(0) { return nil }
            for (a, b) in zip(line, line.dropFirst()) {
                segments.append(Segment(start: a, end: b))
                owner.append(Int32(truncatingIfNeeded: number))
            }
        }
        self.lines = distinct
        self.weights = weights
        self.segments = segments
        self.owner = owner
    }

    /// Counts the crossings. Returns nil beyond the limit of work, and when stopped.
    mutating func counted(_ watch: LayoutWatch) -> Int? {
        guard segments.count > 1, segments.count < 1 << 28 else { return segments.count > 1 ? nil : 0 }
        guard let grid = CrossingGrid(segments, watch) else { return nil }
        for cell in 0..<grid.cells {
            let count = grid.members(of: cell).count
            work += count * (count - 1) / 2
            if work > LineCrossings.mostWork { return nil }
        }
        let boxes = segments.map { CrossingBox($0.bounds) }
        var members: [CrossingBox] = []
        var total = 0
        for cell in 0..<grid.cells {
            if work > LineCrossings.mostWork { return nil }
            if cell % 64 == 0, !watch(0.8 * Double(cell) / Double(grid.cells)) { return nil }
            let numbers = grid.members(of: cell)
            members.removeAll(keepingCapacity: true)
            for number in numbers { members.append(boxes[Int(number)]) }
            total += count(numbers, members, in: cell, grid)
        }
        guard watch(0.8), let more = crossingsOfTouching(watch) else { return nil }
        return total + more
    }

    private mutating func count(
        _ members: ArraySlice<Int32>, _ boxes: [CrossingBox], in cell: Int, _ grid: CrossingGrid
    ) -> Int {
        var total = 0
        let first = members.startIndex
        for place in boxes.indices {
            let a = Int(members[first + place])
            let box = boxes[place]
            for later in (place + 1)..<max(boxes.count, place + 1) where box.touches(boxes[later]) {
                let b = Int(members[first + later])
                guard owner[a] != owner[b], !beginTogether(a, b) else { continue }
                work += LineCrossings.meetingWork
                switch SegmentMeeting(segments[a], segments[b]) {
                case .apart: break
                case .crossing(let point):
                    if grid.cell(of: point) == cell, !endsMeet(Int(owner[a]), Int(owner[b]), at: point) {
                        total += weights[Int(owner[a])] * weights[Int(owner[b])]
                    }
                case .touching: touching.append(pair(owner[a], owner[b]))
                }
            }
        }
        return total
    }

    /// Returns true if two segments have exactly the same end, which is an end of both their lines.
    private func beginTogether(_ a: Int, _ b: Int) -> Bool {
        let first = segments[a]
        let second = segments[b]
        let start = first.start == second.start || first.start == second.end
        guard start || first.end == second.start || first.end == second.end else { return false }
        let common = start ? first.start : first.end
        return isEnd(common, of: Int(owner[a])) && isEnd(common, of: Int(owner[b]))
    }

    private func isEnd(_ point: Point, of line: Int) -> Bool {
        lines[line][0] == point || lines[line][lines[line].count - 1] == point
    }

    private func pair(_ a: Int32, _ b: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: min(a, b))) << 32 | UInt64(UInt32(bitPattern: max(a, b)))
    }

    /// Returns true if both lines have an end near this point.
    private func endsMeet(_ a: Int, _ b: Int, at point: Point) -> Bool {
        endIsNear(point, of: a) && endIsNear(point, of: b)
    }

    private func endIsNear(_ point: Point, of line: Int) -> Bool {
        isNear(lines[line][0], point) || isNear(lines[line][lines[line].count - 1], point)
    }

    private func ends(of line: Int) -> [Point] { [lines[line][0], lines[line][lines[line].count - 1]] }

    private func isNear(_ a: Point, _ b: Point) -> Bool {
        abs(a.x - b.x) <= 2 * SegmentMeeting.touch && abs(a.y - b.y) <= 2 * SegmentMeeting.touch
    }

    /// Returns how many crossings touching lines add to the count, or take from it: the least number of four small
    /// shifts.
    private mutating func crossingsOfTouching(_ watch: LayoutWatch) -> Int? {
        touching.sort()
        var total = 0
        var looked = 0
        var last: UInt64?
        for pair in touching where pair != last {
            last = pair
            looked += 1
            if looked % 1024 == 0, !watch(0.8) { return nil }
            let a = Int(pair >> 32)
            let b = Int(pair & 0xFFFF_FFFF)
            work += 5 * LineCrossings.meetingWork * lines[a].count * lines[b].count
            guard looked <= LineCrossings.mostTouching, work <= LineCrossings.mostWork else { return nil }
            var least = Int.max
            for (x, y) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
                let hair = Point(x: x * SegmentMeeting.hair, y: y * SegmentMeeting.hair * 1.3)
                least = min(least, crossings(a, b, shift: hair))
            }
            total += (least - crossings(a, b, shift: .zero)) * weights[a] * weights[b]
        }
        return total
    }

    /// The proper crossings of one shifted line with another, except near common ends.
    private func crossings(_ a: Int, _ b: Int, shift: Point) -> Int {
        var total = 0
        let common = ends(of: a).filter { end in ends(of: b).contains { isNear($0, end) } }
        for (p, q) in zip(lines[a], lines[a].dropFirst()) {
            let segment = Segment(start: p + shift, end: q + shift)
            for (r, s) in zip(lines[b], lines[b].dropFirst()) {
                guard case .crossing(let point) = SegmentMeeting(segment, Segment(start: r, end: s)) else { continue }
                if !common.contains(where: { $0.distance(to: point) <= SegmentMeeting.near }) { total += 1 }
            }
        }
        return total
    }
}

/// The bounds of a segment, widened by the distance of touching, for one vector comparison with others.
private struct CrossingBox {
    /// The least x and y, then the greatest x and y negated.
    private let low: SIMD4<Double>
    private let high: SIMD4<Double>

    init(_ bounds: Rect) {
        low = SIMD4(bounds.minX, bounds.minY, -bounds.maxX, -bounds.maxY) - SegmentMeeting.touch
        high = SIMD4(bounds.maxX, bounds.maxY, -bounds.minX, -bounds.minY)
    }

    @inline(__always)
    func touches(_ other: CrossingBox) -> Bool { all(low .<= other.high) }
}

/// The way in which two segments meet.
enum SegmentMeeting {
    case apart
    /// The ends of each segment lie on both sides of the other.
    case crossing(Point)
    /// An end of one lies on the other.
    case touching

    /// The distance below which segments touch, in canvas units.
    static let touch = 1e-3
    /// The distance by which touching lines are shifted.
    static let hair = 0.01
    /// The distance from a shared end of two lines within which a crossing by such a shift does not count.
    static let near = 1.0

    init(_ a: Segment, _ b: Segment) {
        let u = a.vector
        let v = b.vector
        let lengthOfA = u.length
        let lengthOfB = v.length
        self = .apart
        guard lengthOfA > 0, lengthOfB > 0 else { return }
        let touch = SegmentMeeting.touch
        let third = u.cross(b.start - a.start) / lengthOfA
        let fourth = u.cross(b.end - a.start) / lengthOfA
        if third > touch && fourth > touch || third < -touch && fourth < -touch { return }
        let first = v.cross(a.start - b.start) / lengthOfB
        let second = v.cross(a.end - b.start) / lengthOfB
        if first > touch && second > touch || first < -touch && second < -touch { return }
        if abs(first) > touch && abs(second) > touch && abs(third) > touch && abs(fourth) > touch {
            self = .crossing(a.point(at: first / (first - second)))
        } else if a.bounds.grown(by: touch).touches(b.bounds) {
            self = .touching
        }
    }
}
