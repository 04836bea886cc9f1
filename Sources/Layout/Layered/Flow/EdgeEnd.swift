import Geometry

/// The points by which an edge leaves a node: from the anchor to the start of its path between the layers.
///
/// Points are offsets from the middle of the node; the flow goes down.
struct EdgeEnd {
    /// The anchor first: the middle of the node, or its handle.
    var points: [Point]
    /// The distance of the lane from the border of the node if the edge bends around the node, else 0.
    var lane: Double = 0
    /// Is true if the exact anchor is used, regardless of the options for handles.
    var isExact = false
    /// The offset between handles at which the edge enters on its way to the middle; nil for other ends.
    var entry: Double?
    /// Ranges across the flow through which the path must pass: on the border of the node and at distances from it.
    /// They lie between handles, inside lanes and below the edges that turn away there.
    var gates: [(distance: Double, range: ClosedRange<Double>)] = []

    /// The coordinate across the flow where the path between the layers begins.
    var offset: Double { points[points.count - 1].x }
}

/// Counts the lanes beside each node, for edges that bend around it and for self-loops.
struct Lanes {
    /// The wanted lanes, by node and side.
    private var wanted: [[Int]]
    private var used: [[Int]]
    /// The number of loops inside all lanes, and of those that have a lane already; by node.
    private var inner: [Int: (count: Int, used: Int)] = [:]
    /// The greatest distance between lanes of a node.
    static let step = 12.0
    /// The distance of the first self-loop from the lane before it, so that it is longer than its arrowhead.
    static let loopReach = 24.0
    /// The greatest distance from its node at which a lane turns.
    static let mostRise = 24.0

    init(count: Int) {
        wanted = Array(repeating: [0, 0], count: count)
        used = wanted
    }

    mutating func want(_ node: Int, isRight: Bool) { wanted[node][isRight ? 1 : 0] += 1 }

    func step(_ node: Int, isRight: Bool) -> Double {
        min(Lanes.step, 10 * Lanes.step / Double(max(1, wanted[node][isRight ? 1 : 0])))
    }

    /// Puts the loops of some nodes inside the lanes.
    mutating func putLoopsInside(_ nodes: [Int]) {
        for node in nodes { inner[node, default: (0, 0)].count += 1 }
        for (node, loops) in inner { used[node][1] = loops.count }
    }

    /// Takes the next lane; returns its distance from the border.
    mutating func next(_ node: Int, isRight: Bool) -> Double {
        used[node][isRight ? 1 : 0] += 1
        let reach = isRight && inner[node] != nil ? Lanes.loopReach : 0
        return Double(used[node][isRight ? 1 : 0]) * step(node, isRight: isRight) + reach
    }

    /// Takes the lane of the next loop; returns its distance from the border.
    mutating func nextLoop(_ node: Int) -> Double {
        guard let loops = inner[node], loops.used < loops.count else {
            return next(node, isRight: true) + (inner[node] == nil ? Lanes.loopReach : 0)
        }
        inner[node] = (loops.count, loops.used + 1)
        return Lanes.loopReach + Double(loops.used + 1) * step(node, isRight: true)
    }

    /// The height above the border at which an edge turns into its lane, so that it crosses no lane farther out.
    func rise(_ node: Int, isRight: Bool, distance: Double) -> Double {
        let width = width(node, isRight: isRight)
        guard isRight, inner[node] != nil else { return distance * min(1, Lanes.mostRise / max(width, 1e-9)) }
        func rise(_ distance: Double) -> Double { Lanes.step + (distance - Lanes.loopReach - Lanes.step) * 2 / 3 }
        return rise(distance) * min(1, Lanes.mostRise / max(rise(width + Lanes.loopReach), 1e-9))
    }

    /// The total width of the lanes of a side.
    func width(_ node: Int, isRight: Bool) -> Double {
        let count = wanted[node][isRight ? 1 : 0]
        return count == 0 ? 0 : Double(count) * step(node, isRight: isRight)
    }
}

/// A handle as the layout phases see it.
struct FlowHandle: Equatable {
    /// The side that it faces, if the flow goes down.
    let side: Side
    /// The offset from the middle of the node.
    let offset: Point
    let isExact: Bool

    /// Returns nil for a handle in the middle, which faces no side. The size must be clean.
    init?(_ handle: LayoutHandle?, _ size: Size, _ direction: Direction) {
        guard let handle else { return nil }
        isExact = handle.isExact
        func clean(_ value: Double, _ most: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), most) - most / 2 }
        let middle = Point(x: clean(handle.offset.x, size.width), y: clean(handle.offset.y, size.height))
        side = FlowHandle.side(handle.side, direction)
        offset = Point(x: direction.across(middle), y: direction.along(middle))
        if side == .center && offset == .zero { return nil }
    }

    /// The side in flow coordinates, in which the flow goes down.
    private static func side(_ side: Side, _ direction: Direction) -> Side {
        if side == .center { return side }
        let (across, along) = (direction.across(side.outward), direction.along(side.outward))
        return along > 0 ? .bottom : along < 0 ? .top : across < 0 ? .left : .right
    }

    /// Returns true if an edge that goes down from the handle, or else up, must bend around the node.
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
    ///   - lane: the distance of its lane from the border of the node, and the distance from the handle at which it
    ///     turns; nil without a lane.
    ///   - isFlat: true if the edge leaves straight towards its lane, and so crosses no other edge of the handle. Else
    ///     it leaves at a right angle, as an arrowhead needs.
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
