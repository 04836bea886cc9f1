import Geometry

/// A leg of a route, with its coordinate and the walls beside it.
struct RouteLeg: Hashable, Sendable {
    /// The axis along which it runs.
    var axis: Int
    /// The coordinate across that axis that the search found.
    var place: Double
    /// Is true if it must stay at that coordinate.
    var isFixed: Bool
    /// The range of its end on the side of a frame; the whole line for legs without an end.
    var low = -Double.infinity
    var high = Double.infinity
    /// The best coordinate on that side.
    var best: Double?
}

/// The legs of an edge, with all coordinates that they take while legs are spread.
struct RoutePlan: Sendable {
    /// The number of rounds of spreading; odd rounds move vertical legs, even rounds horizontal ones.
    static let rounds = 6

    /// The number of clearances within which walls are searched for beyond both ends of a leg.
    static let reach = 16.0

    var legs: [RouteLeg] = []
    /// The coordinates along the first and the last leg at which the route begins and ends.
    var start = 0.0
    var end = 0.0
    /// The obstacles that it ignores.
    var filter = RouteFilter()
    /// Is true if it may cross an obstacle.
    var isOpen = false
    /// The coordinate of each leg after each round, from round 0 on, leg by leg.
    var places: [Double] = []
    /// The tracks of each leg in each round of its axis, leg by leg.
    var tracks: [RouteTrack] = []
    /// The ends and corners as drawn.
    var drawn: [Point] = []

    /// The axis of the legs that move in a round from 1 on: vertical ones first.
    static func axis(of round: Int) -> Int { round & 1 }

    /// Returns the coordinate of a leg after a round.
    @inline(__always) func place(_ leg: Int, _ round: Int) -> Double { places[leg * (RoutePlan.rounds + 1) + round] }

    /// Records the coordinate of a leg after a round.
    @inline(__always) mutating func set(_ leg: Int, _ round: Int, _ place: Double) {
        places[leg * (RoutePlan.rounds + 1) + round] = place
    }

    /// A box around the walls beside all legs.
    var wallBounds: RouteBox {
        tracks.indices.reduce(.none) { $0.union(tracks[$1].box(legs[$1 / (RoutePlan.rounds / 2)].axis)) }
    }

    /// Returns the coordinate along its axis at which a leg begins, after a round.
    @inline(__always) func tail(_ leg: Int, _ round: Int) -> Double { leg == 0 ? start : place(leg - 1, round) }

    /// Returns the coordinate at which a leg ends.
    @inline(__always) func head(_ leg: Int, _ round: Int) -> Double {
        leg == legs.count - 1 ? end : place(leg + 1, round)
    }

    /// The number of a leg's track in a round.
    @inline(__always) static func track(_ leg: Int, _ round: Int) -> Int { leg * (rounds / 2) + (round - 1) / 2 }

    /// Sets the coordinates before the first round.
    mutating func reset() {
        places = []
        for leg in legs { for _ in 0...RoutePlan.rounds { places.append(leg.place) } }
        tracks = Array(repeating: RouteTrack(), count: legs.count * RoutePlan.rounds / 2)
    }

    /// The corners and ends after the last round.
    func points() -> [Point] {
        var points: [Point] = []
        func add(_ axis: Int, _ along: Double, _ across: Double) {
            let point = axis == 0 ? Point(x: along, y: across) : Point(x: across, y: along)
            if points.last != point { points.append(point) }
        }
        guard let first = legs.first, let last = legs.last else { return [] }
        add(first.axis, start, place(0, RoutePlan.rounds))
        for leg in legs.indices.dropLast() {
            add(legs[leg].axis, place(leg + 1, RoutePlan.rounds), place(leg, RoutePlan.rounds))
        }
        add(last.axis, end, place(legs.count - 1, RoutePlan.rounds))
        return points
    }
}

/// The track of a leg in a round: its coordinate if it were alone, its span, and the walls beside it.
struct RouteTrack: Hashable, Sendable {
    var ideal = 0.0
    /// The range that it spans.
    var from = 0.0
    var to = 0.0
    /// The walls on both sides, and its preferred distance from them.
    var low = 0.0
    var high = 0.0
    var lowGap = 0.0
    var highGap = 0.0

    /// Returns the range in which an obstacle would count for it.
    func box(_ axis: Int) -> RouteBox {
        axis == 0
            ? RouteBox(lo: SIMD2(from, low), hi: SIMD2(to, high)) : RouteBox(lo: SIMD2(low, from), hi: SIMD2(high, to))
    }
}

/// The identity of a leg among all.
struct RouteLegID: Hashable, Sendable {
    var edge: Int32
    var leg: Int32
}
