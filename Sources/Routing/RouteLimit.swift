/// The condition for a route between two exits to count: it is shorter than a known one, or equally long and before it
/// in the order.
struct RouteLimit: Sendable {
    private let source: RouteExit
    private let target: RouteExit
    /// The greatest length of such a route.
    let cost: Double
    /// The coordinate of a leg in the middle, if only that decides the order; the sign says whether lesser coordinates
    /// come first.
    private var middle: (place: Double, sign: Double)?
    /// Is true if the known route has two bends, not four.
    private let isShort: Bool
    /// Is true if, in the order, a second leg at the start of the first comes before all others.
    private let isFirst: Bool

    /// - Parameter known: the best route between the exits; nil if the best is longer than `most`.
    init(_ known: RawRoute?, _ most: Double, _ source: RouteExit, _ target: RouteExit, _ signs: SIMD2<Double>) {
        self.source = source
        self.target = target
        cost = known?.cost ?? most
        isShort = known?.bends == 2
        isFirst = (source.isForward ? 1 : -1) == signs[1 - source.axis]
        guard let known, known.source == source, known.target == target, known.places[0] == source.best,
            known.places.last == target.best
        else { return }
        if isShort { middle = (known.places[1], signs[1 - source.axis]) }
        if known.bends == 4 && known.places[1] == source.start { middle = (known.places[2], signs[source.axis]) }
    }

    /// The same for routes that count too if they are as long.
    var withoutOrder: RouteLimit {
        var limit = self
        limit.middle = nil
        return limit
    }

    /// Returns true if there may be such a route whose middle leg, or another one if there is no order, has a part in
    /// a box.
    ///
    /// A route that leaves an end aside of its best coordinate costs twice the distance, so that it is longer than
    /// from the best coordinate to the box.
    func allows(_ box: RouteBox) -> Bool {
        let least = source.way(to: box) + target.way(to: box)
        guard least == cost, let middle else { return least <= cost }
        let axis = isShort ? source.axis : 1 - source.axis
        let first = middle.sign > 0 ? box.lo[axis] : -box.hi[axis]
        if isShort { return first < middle.sign * middle.place }
        // The second leg lies where the first begins: before all others, or alone if the box lies behind.
        let isBehind =
            source.isForward ? box.hi[source.axis] <= source.start : box.lo[source.axis] >= source.start
        return !isFirst && !isBehind || first <= middle.sign * middle.place
    }
}

/// The conditions for routes between any two exits to count.
struct RouteLimits {
    private let options: [RawRoute]
    private let most: Double
    private let sources: [RouteExit]
    private let targets: [RouteExit]
    private let signs: SIMD2<Double>

    init(
        _ options: [RawRoute], _ most: Double, _ sources: [RouteExit], _ targets: [RouteExit], _ signs: SIMD2<Double>
    ) {
        self.options = options
        self.most = most
        self.sources = sources
        self.targets = targets
        self.signs = signs
    }

    /// Returns the limit between two exits, by their numbers.
    func limit(_ source: Int, _ target: Int) -> RouteLimit {
        RouteLimit(known(source, target), most, sources[source], targets[target], signs)
    }

    /// Returns true if the known route between two exits leaves both at their best coordinates.
    func isBest(_ source: Int, _ target: Int) -> Bool {
        guard let known = known(source, target), known.source == sources[source], known.target == targets[target] else {
            return false
        }
        return known.places[0] == known.source.best && known.places.last == known.target.best
    }

    private func known(_ source: Int, _ target: Int) -> RawRoute? {
        let (a, b) = (sources[source], targets[target])
        // With three bends or more there is one route for all.
        return options.first { $0.bends < 3 ? $0.source == a && $0.target == b : options.count == 1 }
    }
}

extension RouteExit {
    /// The least distance from its best coordinate to a box.
    fileprivate func way(to box: RouteBox) -> Double {
        let point = axis == 0 ? SIMD2(start, best) : SIMD2(best, start)
        let gap = pointwiseMax(pointwiseMax(box.lo - point, point - box.hi), SIMD2(0, 0))
        return gap.x + gap.y
    }
}
