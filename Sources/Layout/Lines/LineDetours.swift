import Geometry

/// Detours of lines around rectangles: short paths with corners near those of the rectangles.
///
/// A shortest path in the visibility graph of corners (Lozano-Pérez and Wesley 1979), which only contains the obstacles
/// found so far.
public struct LineDetours: Sendable {
    private let grid: BoxGrid
    /// The number of lines that detour around each box.
    private var uses: [UInt8]
    /// The remaining tests of a line against a rectangle or a cell; they bound the time for many lines.
    private var work = LayoutWork.detourSteps

    private static let distances = [8.0, 12, 16, 20]
    static let mostBoxes = 40
    private static let mostRounds = 30
    /// The number of boxes above which a line is routed around them in parts.
    private static let fewBoxes = 6
    /// The same for the parts of a line with more than `mostBoxes` boxes: the work grows faster than their number.
    private static let fewerBoxes = 2
    /// The search, whose memory is used for all paths.
    private var search = CornerSearch()

    /// Makes detours around these boxes.
    public init(around boxes: [Rect]) {
        grid = BoxGrid(boxes)
        uses = Array(repeating: 0, count: boxes.count)
    }

    /// Returns true if a polyline enters no box, or if the work is used up.
    ///
    /// - Parameter isOpen: returns true if a box, by its number, may be entered.
    public mutating func isFree(_ line: [Point], isOpen: (Int) -> Bool) -> Bool {
        for index in line.indices.dropFirst()
        where isBarred(Segment(start: line[index - 1], end: line[index]), isOpen) { return false }
        return true
    }

    /// Returns a polyline that enters no box, from the first point to the last, over those between that lie in no box.
    /// Nil if none was found, or once it is not wanted any more.
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
            guard let corners = corners(from: start, to: end, isOpen, isWanted) else { return nil }
            line += corners + [end]
        }
        let way = shortened(line, isOpen)
        return work > 0 ? way : nil
    }

    /// Removes corners that are not needed.
    private mutating func shortened(_ line: [Point], _ isOpen: (Int) -> Bool) -> [Point] {
        var result: [Point] = []
        for (index, point) in line.enumerated() {
            if let last = result.last, index < line.count - 1,
                !isBarred(Segment(start: last, end: line[index + 1]), isOpen)
            {
                continue
            }
            result.append(point)
        }
        return result
    }

    /// Returns true if a line enters a box; false if the work is used up.
    private mutating func isBarred(_ line: Segment, _ isOpen: (Int) -> Bool) -> Bool {
        if work <= 0 { return false }
        var isBarred = false
        let sides = LineSides(line)
        work -= grid.visit(near: line) { box in
            isBarred = sides.enter(grid.boxes[box]) && !isOpen(box)
            return !isBarred
        }
        return isBarred
    }

    /// Returns some of the boxes that a line enters; none if the work is used up.
    private mutating func entered(_ line: Segment, _ isOpen: (Int) -> Bool, atMost most: Int = mostBoxes + 1) -> [Int] {
        if work <= 0 { return [] }
        var found: [Int] = []
        let sides = LineSides(line)
        work -= grid.visit(near: line) { box in
            if sides.enter(grid.boxes[box]), !found.contains(box), !isOpen(box) { found.append(box) }
            return found.count < most
        }
        return found.sorted()
    }

    /// Returns true if a point lies in no box and does not touch one.
    private func isClear(_ point: Point, _ isOpen: (Int) -> Bool) -> Bool {
        var isClear = true
        grid.visit(near: Segment(start: point, end: point)) { box in
            if grid.boxes[box].grown(by: 0.5).contains(point), !isOpen(box) { isClear = false }
            return isClear
        }
        return isClear
    }

    private mutating func corners(
        from start: Point, to end: Point, _ isOpen: (Int) -> Bool, _ isWanted: () -> Bool
    ) -> [Point]? {
        let known = entered(Segment(start: start, end: end), isOpen, atMost: LayoutWork.detourNodes + 1)
        if known.count > LayoutWork.detourNodes { return nil }
        let few = known.count > LineDetours.mostBoxes ? LineDetours.fewerBoxes : LineDetours.fewBoxes
        return corners(from: start, to: end, around: known, isOpen, isWanted, few, depth: 0)
    }

    /// - Parameters:
    ///   - known: the boxes in the way.
    ///   - few: the number of boxes above which the line is routed around them in parts.
    private mutating func corners(
        from start: Point, to end: Point, around known: [Int], _ isOpen: (Int) -> Bool, _ isWanted: () -> Bool,
        _ few: Int, depth: Int
    ) -> [Point]? {
        if known.isEmpty { return [] }
        if known.count > few, depth < 12, let middle = clearPoint(between: start, end, isOpen),
            let first = corners(
                from: start, to: middle, around: entered(Segment(start: start, end: middle), isOpen), isOpen, isWanted,
                few, depth: depth + 1),
            let second = corners(
                from: middle, to: end, around: entered(Segment(start: middle, end: end), isOpen), isOpen, isWanted,
                few, depth: depth + 1)
        {
            return first + [middle] + second
        }
        var search = CornerSearch()
        swap(&search, &self.search)
        defer { swap(&search, &self.search) }
        search.begin(from: start, to: end)
        return corners(around: known, &search, isOpen, isWanted)
    }

    private mutating func corners(
        around obstacles: [Int], _ search: inout CornerSearch, _ isOpen: (Int) -> Bool, _ isWanted: () -> Bool
    ) -> [Point]? {
        var known = obstacles
        for box in known { add(box, to: &search, isOpen) }
        for _ in 0..<LineDetours.mostRounds where known.count <= LineDetours.mostBoxes && work > 0 {
            guard isWanted(), let way = search.shortest(&work), work > 0 else { return nil }
            var new: [Int] = []
            for (a, b) in zip(way, way.dropFirst()) where search.isUnknown(a, b) {
                let found = entered(Segment(start: search.points[a], end: search.points[b]), isOpen)
                if found.isEmpty { search.pass(a, b) }
                for box in found where !known.contains(box) && !new.contains(box) { new.append(box) }
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

    /// Returns a point near the middle of a line that lies in no box.
    private func clearPoint(between start: Point, _ end: Point, _ isOpen: (Int) -> Bool) -> Point? {
        for step in 0..<20 {
            let share = 0.5 + (step % 2 == 0 ? 0.02 : -0.02) * Double((step + 1) / 2)
            let point = start.interpolated(to: end, at: share)
            if isClear(point, isOpen) { return point }
        }
        return nil
    }

    /// Adds an obstacle and its corners; each further line around a box passes a little farther out.
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
