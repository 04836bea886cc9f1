import Geometry

/// Makes a gap on a layer for a node: its neighbors on both sides give way, and so do their neighbors.
///
/// No frame moves far enough to pass another one on any layer: at most half of its own extent and half of the least
/// one.
struct StablePush {
    /// The new place of the node: its least coordinate across the direction.
    let place: Double
    /// The moved frames, by their numbers, and their new corners.
    let moves: [(frame: Int, place: Point)]

    /// Finds the gap nearest to a wish that moves at most a number of frames; nil without one.
    init?(_ line: StableLine, _ wish: StableWish, _ work: PlaceWork, most: Int, leastExtent: Double) {
        guard let frame = line.obstacle(at: wish.place, work.free) else { return nil }
        let forbidden = line.forbidden(by: frame, work.free)
        let gaps = [forbidden.upperBound, forbidden.lowerBound].compactMap {
            Self.middle(of: $0, isForward: $0 == forbidden.upperBound, line, work.free)
        }
        let near = gaps.filter { wish.range.contains($0) }.sorted { abs($0 - wish.place) < abs($1 - wish.place) }
        for place in near {
            var push = StablePushing(line, place, work, most, leastExtent)
            if push.run() {
                self.place = place
                moves = push.moves
                return
            }
        }
        return nil
    }

    /// The middle of the gap between a frame and the next one if the gap is too small.
    private static func middle(of edge: Double, isForward: Bool, _ line: StableLine, _ free: FreePlaces) -> Double? {
        guard let next = line.obstacle(at: edge, free) else { return edge }
        let forbidden = line.forbidden(by: next, free)
        return edge / 2 + (isForward ? forbidden.lowerBound : forbidden.upperBound) / 2
    }
}

/// The state of pushing.
private struct StablePushing {
    private let direction: Direction
    private let work: PlaceWork
    private let center: Double
    private let most: Int
    private let leastExtent: Double
    /// The frames that others must avoid: the new node, then the moved frames with their numbers.
    private var queue: [(number: Int, frame: Rect)]
    private(set) var moves: [(frame: Int, place: Point)] = []

    init(_ line: StableLine, _ place: Double, _ work: PlaceWork, _ most: Int, _ leastExtent: Double) {
        direction = line.direction
        self.work = work
        self.most = most
        self.leastExtent = leastExtent
        let frame = Rect(origin: line.corner(place), size: line.size)
        queue = [(-1, frame)]
        center = line.direction.across(frame.center)
    }

    /// Pushes all obstacles away; returns true if all could move.
    mutating func run() -> Bool {
        var done = 0
        while done < queue.count {
            let (pusher, frame) = queue[done]
            done += 1
            for number in work.free.obstacles(at: frame.origin, for: frame.size) where number != pusher {
                guard giveWay(number, to: frame, of: pusher) else { return false }
            }
        }
        return true
    }

    /// Moves a frame away from the new node until it keeps the gap to the pushing frame.
    private mutating func giveWay(_ number: Int, to frame: Rect, of pusher: Int) -> Bool {
        let old = work.free.frames[number]
        let isForward = direction.across(old.center) > center
        if pusher >= 0, isForward != (direction.across(work.free.frames[pusher].center) > center) { return false }
        let gap = direction.across(work.free.gap)
        let new =
            isForward
            ? direction.across(Point(x: frame.maxX, y: frame.maxY)) + gap
            : direction.across(frame.origin) - gap - direction.across(old.size)
        let shift = abs(new - direction.across(old.origin))
        let known = moves.firstIndex { $0.frame == number }
        if let known, abs(direction.across(moves[known].place - old.origin)) >= shift { return true }
        let isPassedBy = pusher >= 0 && !isAhead(old, of: work.free.frames[pusher], isForward)
        guard !isPassedBy, shift <= (direction.across(old.size) + leastExtent) / 2 else { return false }
        guard !work.graph.isFixed[work.frameNodes[number]] else { return false }
        var place = old.origin
        place[direction.isHorizontal ? .y : .x] = new
        if let known { moves[known].place = place } else { moves.append((number, place)) }
        queue.append((number, Rect(origin: place, size: old.size)))
        return moves.count <= most && queue.count <= 4 * most + 4
    }

    /// Returns true if a frame lies farther from the new node than another one.
    private func isAhead(_ frame: Rect, of other: Rect, _ isForward: Bool) -> Bool {
        let distance = direction.across(frame.center) - direction.across(other.center)
        return isForward ? distance > 0 : distance < 0
    }
}
