import Geometry

/// A search for a shortest path among points around some rectangles.
///
/// Each segment costs `turn` more than its length, so that of two paths of similar length the one with fewer bends
/// wins.
struct CornerSearch: Sendable {
    /// The start, the end, then the corners.
    private(set) var points: [Point] = []
    /// The number of the box of each corner; −1 for the ends.
    private(set) var boxes: [Int] = []
    /// A lower bound of the cost from each point to the end.
    private var rests: [Double] = []
    private var reaches: [Reach] = []
    /// The number of the obstacle of each corner; −1 for the ends.
    private var owners: [Int] = []
    /// A row for each point: the number of first obstacles that a line to another point is known not to enter;
    /// `anywhere` if it enters nothing at all.
    private var free: [Int16] = []
    /// A row for each point: flags for the points to which a line enters an obstacle.
    private var barred: [UInt64] = []
    /// The capacity of a row, and the number of words for its flags; a search has no more points.
    private static let width = 2 + 4 * LineDetours.mostBoxes
    private static let words = (width + 63) / 64
    private static let anywhere = Int16.max
    /// The lengths of the shortest known paths; negative once a path is final.
    private var lengths: [Double] = []
    /// The lengths of paths through the current point.
    private var own: [Double] = []
    private var before: [Int] = []
    private var queue = Heap<Step>()
    static let turn = 4.0

    private struct Step: Comparable, Sendable {
        let length: Double
        let point: Int

        static func < (a: Step, b: Step) -> Bool {
            a.length != b.length ? a.length < b.length : a.point < b.point
        }
    }

    /// Removes all points and obstacles, and sets new ends.
    mutating func begin(from start: Point, to end: Point) {
        (points, boxes, owners) = ([start, end], [-1, -1], [-1, -1])
        rests = [start.distance(to: end) + CornerSearch.turn, 0]
        reaches.removeAll(keepingCapacity: true)
        free.removeAll(keepingCapacity: true)
        barred.removeAll(keepingCapacity: true)
    }

    /// Adds an obstacle; its corners must follow.
    mutating func add(_ obstacle: Rect) { reaches.append(Reach(obstacle)) }

    /// Adds a corner of the latest obstacle, for the box with this number.
    mutating func add(_ corner: Point, of box: Int) {
        rests.append(corner.distance(to: points[1]) + CornerSearch.turn)
        points.append(corner)
        boxes.append(box)
        owners.append(reaches.count - 1)
    }

    /// Returns true if a segment may enter a box that is not an obstacle yet.
    func isUnknown(_ start: Int, _ end: Int) -> Bool {
        free[start * CornerSearch.width + end] != CornerSearch.anywhere
    }

    /// Records that a segment enters nothing.
    mutating func pass(_ start: Int, _ end: Int) { free[start * CornerSearch.width + end] = CornerSearch.anywhere }

    /// Returns the numbers of the points on a shortest way (Hart, Nilsson and Raphael 1968); nil if there is none.
    mutating func shortest(_ work: inout Int) -> [Int]? {
        let count = points.count
        free += repeatElement(0, count: count * CornerSearch.width - free.count)
        barred += repeatElement(0, count: count * CornerSearch.words - barred.count)
        before += repeatElement(0, count: max(0, count - before.count))
        own += repeatElement(0, count: max(0, count - own.count))
        lengths.removeAll(keepingCapacity: true)
        lengths += repeatElement(.infinity, count: count)
        queue.removeAll()
        let isFound = points.withUnsafeBufferPointer { points in
            reaches.withUnsafeBufferPointer { reaches in
                owners.withUnsafeBufferPointer { owners in
                    rests.withUnsafeBufferPointer { rests in
                        let given = Given(points: points, rests: rests, obstacles: Obstacles(reaches, owners))
                        return free.withUnsafeMutableBufferPointer { free in
                            barred.withUnsafeMutableBufferPointer { barred in
                                before.withUnsafeMutableBufferPointer { before in
                                    lengths.withUnsafeMutableBufferPointer { lengths in
                                        own.withUnsafeMutableBufferPointer { own in
                                            let found = Found(
                                                free: free, barred: barred, before: before, lengths: lengths, own: own)
                                            return CornerSearch.search(given, found, &queue, &work)
                                        }
                                    }
                                }
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

    private struct Given {
        let points: UnsafeBufferPointer<Point>
        let rests: UnsafeBufferPointer<Double>
        let obstacles: Obstacles
    }

    private struct Found {
        let free: UnsafeMutableBufferPointer<Int16>
        let barred: UnsafeMutableBufferPointer<UInt64>
        let before: UnsafeMutableBufferPointer<Int>
        let lengths: UnsafeMutableBufferPointer<Double>
        let own: UnsafeMutableBufferPointer<Double>
    }

    /// Finds the predecessor of each point, until that of the end is known.
    ///
    /// Each segment that may improve a path counts as one test against all obstacles, even if its result is known.
    private static func search(_ given: Given, _ found: Found, _ queue: inout Heap<Step>, _ work: inout Int) -> Bool {
        let (points, rests, obstacles) = (given.points, given.rests, given.obstacles)
        let (free, barred, before, lengths, own) = (found.free, found.barred, found.before, found.lengths, found.own)
        lengths[0] = 0
        queue.insert(Step(length: 0, point: 0))
        while let step = queue.removeFirst(), work > 0 {
            let at = step.point
            let (start, length) = (points[at], lengths[at])
            if length < 0 { continue }
            lengths[at] = -1
            if at == 1 { return true }
            let base = length + turn
            var (tests, latest) = (0, 0)
            for word in 0...(points.count - 1) / 64 {
                var shorter: UInt64 = 0
                let best = lengths[1]
                for next in 64 * word..<min(64 * word + 64, points.count) {
                    own[next] = base + points[next].distance(to: start)
                    let isShorter: UInt64 = own[next] < lengths[next] ? 1 : 0
                    let isUseful: UInt64 = own[next] + rests[next] < best ? 1 : 0
                    shorter |= (isShorter & isUseful) << UInt64(truncatingIfNeeded: next & 63)
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
                        if obstacles.areEntered(by: line, from: at, to: next, known, &latest) {
                            barred[at * words + word] |= flag
                            continue
                        }
                        free[at * width + next] = Int16(obstacles.count)
                    }
                    lengths[next] = own[next]
                    before[next] = at
                    queue.insert(Step(length: own[next] + rests[next], point: next))
                }
            }
            work -= tests * obstacles.count
        }
        return false
    }

    /// The obstacles, and the obstacle of each corner.
    private struct Obstacles {
        private let reaches: UnsafeBufferPointer<Reach>
        private let owners: UnsafeBufferPointer<Int>

        init(_ reaches: UnsafeBufferPointer<Reach>, _ owners: UnsafeBufferPointer<Int>) {
            (self.reaches, self.owners) = (reaches, owners)
        }

        var count: Int { reaches.count }

        /// Returns true if a line enters one of the obstacles from a number on.
        ///
        /// Most blocked lines enter an obstacle at one of their ends, or the latest obstacle that blocked a line.
        @inline(__always)
        func areEntered(by line: Segment, from start: Int, to end: Int, _ known: Int, _ latest: inout Int) -> Bool {
            let sides = LineSides(line)
            func isBarred(by obstacle: Int) -> Bool { obstacle >= known && sides.enter(reaches[obstacle]) }
            if isBarred(by: latest) || isBarred(by: owners[start]) || isBarred(by: owners[end]) { return true }
            for at in known..<reaches.count where sides.enter(reaches[at]) {
                latest = at
                return true
            }
            return false
        }
    }
}
