import Geometry

/// Orthogonal routes of many edges among many rectangles, kept in step with changes.
///
///     var net = RouteNet()
///     let frames = [0.0, 200].map { Rect(x: $0, y: 0, width: 100, height: 40) }
///     for number in frames.indices { net.setObstacle(number, frames[number]) }
///     let ends = frames.indices.map { RouteEnd(point: .zero, side: nil, frame: frames[$0], obstacle: $0) }
///     net.setEdge(0, RoutedEdge(source: ends[0], target: ends[1]))
///     assert(net.refresh() == [0])
///     assert(net.points(0) == [Point(x: 100, y: 20), Point(x: 200, y: 20)])
///
/// A route depends only on the obstacles and edges, not on the order of changes. It is made in three steps, each of
/// which is repeated only if its input has changed: routes with the fewest bends among the obstacles (`RouteSearch`),
/// the choice of the sides by which ends leave, if there is one (`RouteState`), and the spreading of legs that are too
/// near to each other (`RouteSpread`).
public struct RouteNet: Sendable {
    /// The distance that legs keep from obstacles, and from one another, if there is space.
    public let clearance: Double
    public let spacing: Double

    var field: RouteField
    /// The state of the search for each edge.
    var states: [RouteState?] = []
    /// The legs of each edge.
    var plans: [RoutePlan] = []
    /// Boxes around each edge's dependencies, its options, its drawing, and the walls beside its legs.
    var searchBounds: [RouteBox] = []
    var choiceBounds: [RouteBox] = []
    var routeBounds: [RouteBox] = []
    var wallBounds: [RouteBox] = []
    /// The routes that edges would draw alone, and those that they show to edges with odd numbers.
    var alone: [RouteDrawing] = []
    var shown: [RouteDrawing] = []
    /// The legs of each round by their coordinates.
    var bands: [RouteBands]

    /// The changes since the last refresh: given edges, and the old positions of obstacles.
    private var given: [Int: RoutedEdge?] = [:]
    private var moved: [Int: RouteBox] = [:]
    /// The edges whose routes are still to be found, because there was too much work.
    private var waiting: [Int: RoutedEdge] = [:]

    /// A net without obstacles and edges.
    public init(clearance: Double = 12, spacing: Double = 8) {
        self.clearance = RouteNet.distance(clearance)
        self.spacing = RouteNet.distance(spacing)
        field = RouteField(margin: min(RouteBox.raster(RouteNet.distance(clearance) / 8), 1.5))
        bands = Array(repeating: RouteBands(spacing: RouteNet.distance(spacing)), count: RoutePlan.rounds + 1)
    }

    private static func distance(_ value: Double) -> Double { value > 0 ? min(value, 10_000) : 0 }

    /// Sets the frame of an obstacle; nil removes it. Numbers are small.
    public mutating func setObstacle(_ number: Int, _ frame: Rect?) {
        guard number >= 0, number < Int32.max else { return }
        let old = field.box(number)
        if moved[number] == nil { moved[number] = old }
        field.set(number, frame.map { RouteBox($0, grownBy: field.margin) } ?? .none)
    }

    /// The rectangle that routes avoid for an obstacle: its frame with a margin; nil if there is no such obstacle.
    public func bounds(ofObstacle number: Int) -> Rect? {
        let box = field.box(number)
        return box.isNone ? nil : Rect(minX: box.lo.x, minY: box.lo.y, maxX: box.hi.x, maxY: box.hi.y)
    }

    /// Sets the ends of an edge; nil removes it. Numbers are small.
    public mutating func setEdge(_ number: Int, _ edge: RoutedEdge?) {
        guard number >= 0, number < Int32.max else { return }
        given[number] = .some(edge)
    }

    /// The route of an edge after the last `refresh`; nil if there is no such edge.
    ///
    /// - Complexity: O(the obstacles near it) if it crosses some because there is no way around them.
    public func route(_ number: Int) -> RoutedPath? {
        points(number).map { RoutedPath(points: $0, blocked: blocked(number)) }
    }

    /// The ends and the corners of that route. O(1).
    public func points(_ number: Int) -> [Point]? {
        states.indices.contains(number) && states[number] != nil ? plans[number].drawn : nil
    }

    /// Is true if edges wait because a refresh had a limit of lines. O(1).
    public var isBehind: Bool { !waiting.isEmpty }

    /// Routes what changed and returns the edges whose ends or corners differ now, ascending.
    ///
    /// - Parameter most: the number of lines that searches may reach, which is their cost. The remaining edges wait
    ///   for `catchUp`: a newly given one has no route, one near a moved obstacle keeps the old one.
    public mutating func refresh(reaching most: Int = .max) -> [Int] {
        refresh { $0 >= most }
    }

    /// Routes changed and waiting edges, and returns the edges whose ends or corners now differ, ascending.
    ///
    /// All routes are then those of a refresh without a limit, unless it is stopped.
    public mutating func catchUp(unless isStopped: () -> Bool = { false }) -> [Int] {
        let due = Array(waiting.keys)
        given.merge(waiting) { now, _ in now }
        return refresh(due) { _ in isStopped() }
    }

    private mutating func refresh(_ due: [Int] = [], until isEnough: (_ reached: Int) -> Bool) -> [Int] {
        let moves = moved.sorted { $0.key < $1.key }.map {
            RouteMove(number: $0.key, old: $0.value, new: field.box($0.key))
        }
        .filter { $0.old != $0.new }
        let chosen = choose(search(due, moves, isEnough))
        let changed = spread(chosen, moves)
        given.removeAll(keepingCapacity: true)
        moved.removeAll(keepingCapacity: true)
        return changed
    }

    /// Looks for routes of edges that are new or due, or for which others may be better now, the new ones first;
    /// returns the edges for which others were found, ascending.
    private mutating func search(
        _ due: [Int], _ moves: [RouteMove], _ isEnough: (_ reached: Int) -> Bool
    ) -> [Int] {
        let most = (given.keys.max() ?? -1) + 1
        while states.count < most { grow() }
        var isDue = [Bool](repeating: false, count: states.count)
        for number in due { isDue[number] = true }
        for (number, edge) in given where states[number]?.edge != edge || waiting[number] != nil {
            isDue[number] = true
        }
        var finder = RouteFinder(field: field, clearance: clearance)
        moves.visit(searchBounds, unless: { isDue[$0] }) { number, move in
            if let state = states[number], finder.isStale(state, after: move) { isDue[number] = true }
        }
        var found: [Int] = []
        let numbers = isDue.indices.filter { isDue[$0] }
        for number in numbers.filter({ given[$0] != nil }) + numbers.filter({ given[$0] == nil }) {
            let edge = given[number] ?? states[number]?.edge
            let waits = edge != nil && isEnough(finder.reached)
            waiting[number] = waits ? edge : nil
            if waits && states[number]?.edge == edge { continue }
            var state = waits ? nil : edge.map { finder.state($0) }
            state?.noteLegs()
            if let old = states[number], state?.hasSameRoutes(as: old) == true {
                state?.pick = old.pick
                state?.counts = old.counts
            } else {
                found.append(number)
            }
            states[number] = state
            searchBounds[number] = states[number]?.bounds ?? .none
        }
        return found.sorted()
    }

    private mutating func grow() {
        states.append(nil)
        plans.append(RoutePlan())
        searchBounds.append(.none)
        choiceBounds.append(.none)
        routeBounds.append(.none)
        wallBounds.append(.none)
        alone.append(RouteDrawing())
        shown.append(RouteDrawing())
    }
}
