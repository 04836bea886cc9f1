import Geometry

/// The points by which an edge leaves one of its nodes: from the anchor to the start of its path between the layers.
///
/// Points are offsets from the middle of the node, with the flow leading down.
struct EdgeEnd {
    /// The anchor first: the middle of the node, or its handle.
    var points: [Point]
    /// The distance of the path from the border of the node if it bends around the node, else 0.
    var lane: Double = 0
    /// Is true if its place counts, whatever handles mean.
    var isExact = false
    /// The place between handles at which it comes in on its way to the middle; nil if it does not.
    var entry: Double?
    /// The parts of the border of the node, and of a level at some distance from it, through which the path comes: between
    /// handles, inside of lanes and below those that leave there.
    var gates: [(distance: Double, range: ClosedRange<Double>)] = []

    /// The coordinate across the flow where the path between the layers begins.
    var offset: Double { points[points.count - 1].x }
}

/// Counts the lanes beside each node, for edges that bend around it and for self-loops.
struct Lanes {
    /// The wanted lanes, by node and side.
    private var wanted: [[Int]]
    private var used: [[Int]]
    /// The number of loops that lie inside of all lanes, and of those that have got theirs; by node.
    private var inner: [Int: (count: Int, used: Int)] = [:]
    /// The greatest distance between lanes of a node.
    static let step = 12.0
    /// The distance of the first self-loop from the lane before it, so that it is longer than its arrow head.
    static let loopReach = 24.0
    /// The greatest distance from its node at which a lane begins.
    static let mostRise = 24.0

    init(count: Int) {
        wanted = Array(repeating: [0, 0], count: count)
        used = wanted
    }

    mutating func want(_ node: Int, isRight: Bool) { wanted[node][isRight ? 1 : 0] += 1 }

    func step(_ node: Int, isRight: Bool) -> Double {
        min(Lanes.step, 10 * Lanes.step / Double(max(1, wanted[node][isRight ? 1 : 0])))
    }

    /// Lets the loops of some nodes lie inside of the lanes, which come to the node from beyond.
    mutating func putLoopsInside(_ nodes: [Int]) {
        for node in nodes { inner[node, default: (0, 0)].count += 1 }
        for (node, loops) in inner { used[node][1] = loops.count }
    }

    /// Takes the next lane.
    /// Returns its distance from the border.
    mutating func next(_ node: Int, isRight: Bool) -> Double {
        used[node][isRight ? 1 : 0] += 1
        let reach = isRight && inner[node] != nil ? Lanes.loopReach : 0
        return Double(used[node][isRight ? 1 : 0]) * step(node, isRight: isRight) + reach
    }

    /// Takes the lane of the next loop.
    /// Returns its distance from the border.
    mutating func nextLoop(_ node: Int) -> Double {
        guard let loops = inner[node], loops.used < loops.count else {
            return next(node, isRight: true) + (inner[node] == nil ? Lanes.loopReach : 0)
        }
        inner[node] = (loops.count, loops.used + 1)
        return Lanes.loopReach + Double(loops.used + 1) * step(node, isRight: true)
    }

    /// The height above the border at which a lane leaves it, so that none crosses those farther out.
    func rise(_ node: Int, isRight: Bool, distance: Double) -> Double {
        let width = width(node, isRight: isRight)
        guard isRight, inner[node] != nil else { return distance * min(1, Lanes.mostRise / max(width, 1e-9)) }
        func rise(_ distance: Double) -> Double { Lanes.step + (distance - Lanes.loopReach - Lanes.step) * 2 / 3 }
        return rise(distance) * min(1, Lanes.mostRise / max(rise(width + Lanes.loopReach), 1e-9))
    }

    /// The width of all lanes of a side.
    func width(_ node: Int, isRight: Bool) -> Double {
        let count = wanted[node][isRight ? 1 : 0]
        return count == 0 ? 0 : Double(count) * step(node, isRight: isRight)
    }
}

/// A handle as the phases see it.
struct FlowHandle: Equatable {
    /// The side that it faces, with the flow leading down.
    let side: Side
    /// The offset from the middle of the node.
    let offset: Point
    let isExact: Bool

    /// Returns nil for a handle that faces nowhere, in the middle.
    /// The size is clean.
    init?(_ handle: LayoutHandle?, _ size: Size, _ direction: Direction) {
        guard let handle else { return nil }
        isExact = handle.isExact
        func clean(_ value: Double, _ most: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), most) - most / 2 }
        let middle = Point(x: clean(handle.offset.x, size.width), y: clean(handle.offset.y, size.height))
        side = FlowHandle.side(handle.side, direction)
        offset = Point(x: direction.across(middle), y: direction.along(middle))
        if side == .center && offset == .zero { return nil }
    }

    /// A side as seen with the flow leading down.
    private static func side(_ side: Side, _ direction: Direction) -> Side {
        if side == .center { return side }
        let (across, along) = (direction.across(side.outward), direction.along(side.outward))
        return along > 0 ? .bottom : along < 0 ? .top : across < 0 ? .left : .right
    }

    /// Returns whether an edge that leads down from it, or else up, must bend around the node.
    func needsLane(leadsDown: Bool) -> Bool {
        switch side {
        case .left, .right: true
        case .top: leadsDown
        case .bottom: !leadsDown
        case .center: false
        }
    }

    /// The end of an edge at this handle of a node with these half extents.
    ///
    /// - Parameters:
    ///   - lane: the distance of its lane from the border of the node, and how far from the handle it turns to the side; nil if it
    ///     needs none.
    ///   - isFlat: whether it leaves at once towards its lane, so that it crosses none of those that lead on from the same
    ///     handle; else it leaves upright, as an end with an arrow head is to arrive.
    func end(half: Double, height: Double, lane: (distance: Double, rise: Double, isRight: Bool)?, isFlat: Bool)
        -> EdgeEnd
    {
        guard let lane else { return EdgeEnd(points: [offset], isExact: isExact) }
        let x = lane.isRight ? half + lane.distance : -half - lane.distance
        let distance = lane.distance
        if side.isHorizontal { return EdgeEnd(points: [offset, Point(x: x, y: offset.y)], lane: distance) }
        let out = height / 2 + lane.rise
        let y = side == .top ? -out : out
        let corner = Point(x: x, y: y)
        return EdgeEnd(points: isFlat ? [offset, corner] : [offset, Point(x: offset.x, y: y), corner], lane: distance)
    }
}
