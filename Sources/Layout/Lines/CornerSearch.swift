import Geometry

/// The search for a shortest way among points around some rectangles.
///
/// Each line of a way costs `turn` more than its length, so that of ways that are about equal the straighter is taken.
struct CornerSearch: Sendable {
    /// The start, the end, then corners.
    private(set) var points: [Point] = []
    /// The number of the box whose corner each point is; −1 for the ends.
    private(set) var boxes: [Int] = []
    /// The least that a way from each point to the end may cost.
    private var rests: [Double] = []
    private var reaches: [Reach] = []
    /// The number of the obstacle whose corner each point is; −1 for the ends.
    private var owners: [Int] = []
    /// A row for each point: the number of the first obstacles that a line to another point comes into none of; `anywhere` where
    /// there is nothing else that it might come into.
    private var free: [Int16] = []
    /// A row for each point: the points to which a line comes into an obstacle.
    private var barred: [UInt64] = []
    /// The places of a row, of which a search needs no more; and the words for a flag of each.
    private static let width = 2 + 4 * LineDetours.mostBoxes
    private static let words = (width + 63) / 64
    private static let anywhere = Int16.max
    /// Negative where the shortest way is known.
    private var lengths: [Double] = []
    /// The lengths by way of the point that is looked at.
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

    /// Forgets all, to begin between other points.
    mutating func begin(from start: Point, to end: Point) {
        (points, boxes, owners) = ([start, end], [-1, -1], [-1, -1])
        rests = [start.distance(to: end) + CornerSearch.turn, 0]
        reaches.removeAll(keepingCapacity: true)
        free.removeAll(keepingCapacity: true)
        barred.removeAll(keepingCapacity: true)
    }

    /// Adds what is in the way; its corners follow.
    mutating func add(_ obstacle: Rect) { reaches.append(Reach(obstacle)) }

    /// Adds a corner of the latest obstacle, which is a box with a number.
    mutating func add(_ corner: Point, of box: Int) {
        rests.append(corner.distance(to: points[1]) + CornerSearch.turn)
        points.append(corner)
        boxes.append(box)
        owners.append(reaches.count - 1)
    }

    /// Returns true if a line of a way may come into something that is no obstacle yet.
    func isUnknown(_ start: Int, _ end: Int) -> Bool {
        free[start * CornerSearch.width + end] != CornerSearch.anywhere
    }

    /// Notes that a line of a way comes into nothing.
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

    /// Finds for each point the one before it, until that of the end is known.
    ///
    /// Each line that may be part of a shorter way than one known so far counts as one that was tested against all obstacles,
    /// known as it may be.
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
