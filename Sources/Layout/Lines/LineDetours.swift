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
    private static let mostBoxes = 40
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
    /// nil if none was found.
    public mutating func way(_ points: [Point], isOpen: (Int) -> Bool) -> [Point]? {
        guard let first = points.first else { return nil }
        var stops = [first]
        for (index, point) in points.enumerated().dropFirst() {
            if index < points.count - 1, !isClear(point, isOpen) { continue }
            stops.append(point)
        }
        var line = [first]
        for (start, end) in zip(stops, stops.dropFirst()) {
            guard let corners = corners(from: start, to: end, isOpen, depth: 0) else { return nil }
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
        from start: Point, to end: Point, _ isOpen: (Int) -> Bool, depth: Int
    ) -> [Point]? {
        var known = entered(Segment(start: start, end: end), isOpen)
        if known.isEmpty { return [] }
        if known.count > LineDetours.fewBoxes, depth < 12, let middle = clearPoint(between: start, end, isOpen),
            let first = corners(from: start, to: middle, isOpen, depth: depth + 1),
            let second = corners(from: middle, to: end, isOpen, depth: depth + 1)
        {
            return first + [middle] + second
        }
        var search = CornerSearch(from: start, to: end)
        for box in known { add(box, to: &search, isOpen) }
        for _ in 0..<LineDetours.mostRounds where known.count <= LineDetours.mostBoxes && work > 0 {
            guard let way = search.shortest(&work), work > 0 else { return nil }
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
        search.obstacles.append(rect)
        for (right, bottom) in [(false, false), (true, false), (true, true), (false, true)] {
            for distance in [wanted, wanted / 2, wanted / 4, 1] {
                let ring = rect.grown(by: distance)
                let corner = Point(x: right ? ring.maxX : ring.minX, y: bottom ? ring.maxY : ring.minY)
                if !isClear(corner, isOpen) { continue }
                search.points.append(corner)
                search.boxes.append(box)
                break
            }
        }
    }
}

/// The search for a shortest way among points around some rectangles.
private struct CornerSearch {
    /// The start, the end, then corners.
    var points: [Point]
    /// The number of the box whose corner each point is; −1 for the ends.
    var boxes = [-1, -1]
    var obstacles: [Rect] = []
    /// The number of the first obstacles that a line from a point to another comes into none of; −1 if it comes into one.
    private var free: [[Int]] = []

    private struct Step: Comparable {
        let length: Double
        let point: Int

        static func < (a: Step, b: Step) -> Bool { (a.length, a.point) < (b.length, b.point) }
    }

    init(from start: Point, to end: Point) { points = [start, end] }

    /// Returns true if a line from a point to another comes into no obstacle: only those are looked at that came since it was
    /// asked last.
    private mutating func isFree(_ line: Segment, from start: Int, to end: Int) -> Bool {
        let known = free[start][end]
        if known < 0 { return false }
        let isFree = !obstacles[known...].contains { $0.isEntered(by: line) }
        free[start][end] = isFree ? obstacles.count : -1
        return isFree
    }

    /// Returns the numbers of the points on a shortest way (Hart, Nilsson and Raphael 1968); nil if there is none.
    mutating func shortest(_ work: inout Int) -> [Int]? {
        let count = points.count
        for start in free.indices { free[start] += repeatElement(0, count: count - free[start].count) }
        free += repeatElement(Array(repeating: 0, count: count), count: count - free.count)
        var lengths = Array(repeating: Double.infinity, count: points.count)
        var before = Array(repeating: 0, count: points.count)
        var isDone = Array(repeating: false, count: points.count)
        var queue = Heap<Step>()
        lengths[0] = 0
        queue.insert(Step(length: 0, point: 0))
        while let step = queue.removeFirst(), work > 0 {
            let at = step.point
            if isDone[at] { continue }
            isDone[at] = true
            if at == 1 {
                var way = [1]
                while let last = way.last, last != 0 { way.append(before[last]) }
                return way.reversed()
            }
            for next in points.indices where !isDone[next] {
                let line = Segment(start: points[at], end: points[next])
                // A corner costs a little, so that of ways that are about equal the straighter is taken.
                let length = lengths[at] + line.length + 4
                if length >= lengths[next] { continue }
                work -= obstacles.count
                if !isFree(line, from: at, to: next) { continue }
                lengths[next] = length
                before[next] = at
                queue.insert(Step(length: length + points[next].distance(to: points[1]), point: next))
            }
        }
        return nil
    }
}
