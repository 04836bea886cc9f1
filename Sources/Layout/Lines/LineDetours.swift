import Geometry

/// Ways of lines around rectangles: short ones with corners beside those of the rectangles.
///
/// A shortest way among corners that are seen from one another (Lozano-Pérez and Wesley 1979), of which only those are looked
/// at that belong to what was found in the way so far.
public struct LineDetours: Sendable {
    private let grid: BoxGrid
    /// The number of lines that lead around each box.
    private var uses: [UInt8]
    /// The tests of a line against a rectangle or a cell that are left, so that many lines take no more than bounded time.
    private var work = mostSteps

    /// The tests of lines against rectangles and cells after which no more ways are found.
    public static let mostSteps = 50_000_000

    private static let distances = [8.0, 12, 16, 20]
    fileprivate static let mostBoxes = 40
    private static let mostRounds = 30
    /// With more boxes in its way, a line is led around them in parts.
    private static let fewBoxes = 6

    /// Ways around these boxes.
    public init(around boxes: [Rect]) {
        grid = BoxGrid(boxes)
        uses = Array(repeating: 0, count: boxes.count)
    }

    /// Returns true if a line with corners comes into no box, or if that would take too long to find out.
    ///
    /// - Parameter isOpen: whether a box, by its number, may be entered.
    public mutating func isFree(_ line: [Point], isOpen: (Int) -> Bool) -> Bool {
        for index in line.indices.dropFirst()
        where !entered(Segment(start: line[index - 1], end: line[index]), isOpen, atMost: 1).isEmpty { return false }
        return true
    }

    /// Returns a line from the first to the last of some points, over those between that lie in no box, which enters none;
    /// nil if none was found, or once it is not wanted any more.
    public mutating func way(
        _ points: [Point], isOpen: (Int) -> Bool, _ isWanted: () -> Bool = { true }
    ) -> [Point]? {
        guard let first = points.first else { return nil }
        var stops = [first]
        for (index, point) in points.enumerated().dropFirst() {
            if index < points.count - 1, !isClear(point, isOpen) { continue }
            stops.append(point)
        }
        var line = [first]
        for (start, end) in zip(stops, stops.dropFirst()) {
            guard let corners = corners(from: start, to: end, isOpen, isWanted, depth: 0) else { return nil }
            line += corners + [end]
        }
        let way = shortened(line, isOpen)
        return work > 0 ? way : nil
    }

    /// Leaves out corners that are not needed.
    private mutating func shortened(_ line: [Point], _ isOpen: (Int) -> Bool) -> [Point] {
        var result: [Point] = []
        for (index, point) in line.enumerated() {
            if let last = result.last, index < line.count - 1,
                entered(Segment(start: last, end: line[index + 1]), isOpen, atMost: 1).isEmpty
            {
                continue
            }
            result.append(point)
        }
        return result
    }

    /// Returns some of the boxes that a line comes into, if any; none where that would take too long.
    private mutating func entered(_ line: Segment, _ isOpen: (Int) -> Bool, atMost most: Int = mostBoxes + 1) -> [Int] {
        if work <= 0 { return [] }
        var found: [Int] = []
        work -= grid.visit(near: line) { box in
            if grid.boxes[box].isEntered(by: line), !found.contains(box), !isOpen(box) { found.append(box) }
            return found.count < most
        }
        return found.sorted()
    }

    /// Returns true if a point lies in no box, nor at one.
    private func isClear(_ point: Point, _ isOpen: (Int) -> Bool) -> Bool {
        var isClear = true
        grid.visit(near: Segment(start: point, end: point)) { box in
            if grid.boxes[box].grown(by: 0.5).contains(point), !isOpen(box) { isClear = false }
            return isClear
        }
        return isClear
    }

    private mutating func corners(
        from start: Point, to end: Point, _ isOpen: (Int) -> Bool, _ isWanted: () -> Bool, depth: Int
    ) -> [Point]? {
        var known = entered(Segment(start: start, end: end), isOpen)
        if known.isEmpty { return [] }
        if known.count > LineDetours.fewBoxes, depth < 12, let middle = clearPoint(between: start, end, isOpen),
            let first = corners(from: start, to: middle, isOpen, isWanted, depth: depth + 1),
            let second = corners(from: middle, to: end, isOpen, isWanted, depth: depth + 1)
        {
            return first + [middle] + second
        }
        var search = CornerSearch(from: start, to: end)
        for box in known { add(box, to: &search, isOpen) }
        for _ in 0..<LineDetours.mostRounds where known.count <= LineDetours.mostBoxes && work > 0 {
            guard isWanted(), let way = search.shortest(&work), work > 0 else { return nil }
            var new: [Int] = []
            for (a, b) in zip(way, way.dropFirst()) {
                let line = Segment(start: search.points[a], end: search.points[b])
                for box in entered(line, isOpen) where !known.contains(box) && !new.contains(box) { new.append(box) }
            }
            if new.isEmpty, work > 0 {
                let passed = way.dropFirst().dropLast()
                for corner in passed { uses[search.boxes[corner]] &+= 1 }
                return passed.map { search.points[$0] }
            }
            for box in new { add(box, to: &search, isOpen) }
            known += new
        }
        return nil
    }

    /// Returns a point about the middle of a line that lies in no box.
    private func clearPoint(between start: Point, _ end: Point, _ isOpen: (Int) -> Bool) -> Point? {
        for step in 0..<20 {
            let share = 0.5 + (step % 2 == 0 ? 0.02 : -0.02) * Double((step + 1) / 2)
            let point = start.interpolated(to: end, at: share)
            if isClear(point, isOpen) { return point }
        }
        return nil
    }

    /// Adds what stands in the way, and its corners: those of each line lie a little farther out than those before.
    private func add(_ box: Int, to search: inout CornerSearch, _ isOpen: (Int) -> Bool) {
        let wanted = LineDetours.distances[Int(uses[box]) % LineDetours.distances.count]
        let rect = grid.boxes[box]
        search.add(rect)
        for (right, bottom) in [(false, false), (true, false), (true, true), (false, true)] {
            for distance in [wanted, wanted / 2, wanted / 4, 1] {
                let ring = rect.grown(by: distance)
                let corner = Point(x: right ? ring.maxX : ring.minX, y: bottom ? ring.maxY : ring.minY)
                if !isClear(corner, isOpen) { continue }
                search.add(corner, of: box)
                break
            }
        }
    }
}

/// The search for a shortest way among points around some rectangles.
private struct CornerSearch {
    /// The start, the end, then corners.
    private(set) var points: [Point]
    /// The number of the box whose corner each point is; −1 for the ends.
    private(set) var boxes = [-1, -1]
    private var reaches: [Reach] = []
    /// The number of the obstacle whose corner each point is; −1 for the ends.
    private var owners = [-1, -1]
    /// A row for each point: the number of the first obstacles that a line to another point comes into none of.
    private var free: [Int16] = []
    /// A row for each point: the points to which a line comes into an obstacle.
    private var barred: [UInt64] = []
    /// The places of a row, of which a search needs no more; and the words for a flag of each.
    private static let width = 2 + 4 * LineDetours.mostBoxes
    private static let words = (width + 63) / 64

    /// An obstacle, and its sides a little beyond it: a line between two points whose bounds lie beside them does not come into it.
    private struct Reach {
        let low: SIMD4<Double>
        let box: Rect

        init(_ box: Rect) {
            self.box = box
            low = SIMD4(box.minX, box.minY, -box.maxX, -box.maxY) - 1.0 / 64
        }

        /// - Parameter bounds: those of the line, far sides first, the near ones negated.
        @inline(__always) func isEntered(by line: Segment, _ bounds: SIMD4<Double>) -> Bool {
            all(low .< bounds) && box.isEntered(by: line)
        }
    }

    private struct Step: Comparable {
        let length: Double
        let point: Int

        static func < (a: Step, b: Step) -> Bool {
            a.length != b.length ? a.length < b.length : a.point < b.point
        }
    }

    init(from start: Point, to end: Point) { points = [start, end] }

    /// Adds what is in the way; its corners follow.
    mutating func add(_ obstacle: Rect) { reaches.append(Reach(obstacle)) }

    /// Adds a corner of the latest obstacle, which is a box with a number.
    mutating func add(_ corner: Point, of box: Int) {
        points.append(corner)
        boxes.append(box)
        owners.append(reaches.count - 1)
    }

    /// Returns the numbers of the points on a shortest way (Hart, Nilsson and Raphael 1968); nil if there is none.
    mutating func shortest(_ work: inout Int) -> [Int]? {
        let count = points.count
        free += repeatElement(0, count: count * CornerSearch.width - free.count)
        barred += repeatElement(0, count: count * CornerSearch.words - barred.count)
        var before = Array(repeating: 0, count: count)
        let isFound = points.withUnsafeBufferPointer { points in
            reaches.withUnsafeBufferPointer { reaches in
                owners.withUnsafeBufferPointer { owners in
                    free.withUnsafeMutableBufferPointer { free in
                        barred.withUnsafeMutableBufferPointer { barred in
                            before.withUnsafeMutableBufferPointer { before in
                                CornerSearch.search(points, Obstacles(reaches, owners), free, barred, before, &work)
                            }
                        }
                    }
                }
            }
        }
        if !isFound { return nil }
        var way = [1]
        while let last = way.last, last != 0 { way.append(before[last]) }
        return way.reversed()
    }

    /// Finds for each point the one before it, until that of the end is known.
    ///
    /// Each line that is longer than none known so far counts as one that was tested against all obstacles, known as it may be.
    private static func search(
        _ points: UnsafeBufferPointer<Point>, _ obstacles: Obstacles, _ free: UnsafeMutableBufferPointer<Int16>,
        _ barred: UnsafeMutableBufferPointer<UInt64>, _ before: UnsafeMutableBufferPointer<Int>, _ work: inout Int
    ) -> Bool {
        // Negative where the shortest way is known.
        var lengths = Array(repeating: Double.infinity, count: points.count)
        // The lengths by way of the point that is looked at.
        var own = lengths
        var queue = Heap<Step>()
        lengths[0] = 0
        queue.insert(Step(length: 0, point: 0))
        return lengths.withUnsafeMutableBufferPointer { lengths in
            own.withUnsafeMutableBufferPointer { own in
                while let step = queue.removeFirst(), work > 0 {
                    let at = step.point
                    let (start, length) = (points[at], lengths[at])
                    if length < 0 { continue }
                    lengths[at] = -1
                    if at == 1 { return true }
                    var (tests, latest) = (0, 0)
                    for word in 0...(points.count - 1) / 64 {
                        var shorter: UInt64 = 0
                        for next in 64 * word..<min(64 * word + 64, points.count) {
                            // A corner costs a little, so that of ways that are about equal the straighter is taken.
                            own[next] = length + points[next].distance(to: start) + 4
                            shorter |= (own[next] < lengths[next] ? 1 : 0) << UInt64(truncatingIfNeeded: next & 63)
                        }
                        tests += shorter.nonzeroBitCount
                        shorter &= ~barred[at * words + word]
                        while shorter != 0 {
                            let next = 64 * word + shorter.trailingZeroBitCount
                            let flag = shorter & (~shorter &+ 1)
                            shorter &= ~flag
                            let known = Int(free[at * width + next])
                            if known < obstacles.count {
                                let line = Segment(start: start, end: points[next])
                                if obstacles.isEntered(by: line, from: at, to: next, known, &latest) {
                                    barred[at * words + word] |= flag
                                    continue
                                }
                                free[at * width + next] = Int16(obstacles.count)
                            }
                            lengths[next] = own[next]
                            before[next] = at
                            queue.insert(Step(length: own[next] + points[next].distance(to: points[1]), point: next))
                        }
                    }
                    work -= tests * obstacles.count
                }
                return false
            }
        }
    }

    /// The obstacles, and those whose corners the points are.
    private struct Obstacles {
        private let reaches: UnsafeBufferPointer<Reach>
        private let owners: UnsafeBufferPointer<Int>

        init(_ reaches: UnsafeBufferPointer<Reach>, _ owners: UnsafeBufferPointer<Int>) {
            (self.reaches, self.owners) = (reaches, owners)
        }

        var count: Int { reaches.count }

        /// Returns true if a line comes into one of the obstacles from a number on.
        ///
        /// Most lines are barred by an obstacle whose corner is an end of them, or by the latest one that barred a line.
        @inline(__always)
        func isEntered(by line: Segment, from start: Int, to end: Int, _ known: Int, _ latest: inout Int) -> Bool {
            let (left, right) = line.start.x < line.end.x ? (line.start.x, line.end.x) : (line.end.x, line.start.x)
            let (top, bottom) = line.start.y < line.end.y ? (line.start.y, line.end.y) : (line.end.y, line.start.y)
            let bounds = SIMD4(right, bottom, -left, -top)
            func isBarred(by obstacle: Int) -> Bool {
                obstacle >= known && reaches[obstacle].isEntered(by: line, bounds)
            }
            if isBarred(by: latest) || isBarred(by: owners[start]) || isBarred(by: owners[end]) { return true }
            for at in known..<reaches.count where reaches[at].isEntered(by: line, bounds) {
                latest = at
                return true
            }
            return false
        }
    }
}
