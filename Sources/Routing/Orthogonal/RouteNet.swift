import Geometry

/// Orthogonal routes of many edges among many rectangles, kept in step with changes.
///
/// A route depends on the obstacles and edges alone, not on the order of the changes that led to them.
public struct RouteNet: Sendable {
    /// How far legs keep from obstacles, and from one another, where there is room.
    public let clearance: Double
    public let spacing: Double

    var field: RouteField
    var edges: [RoutedEdge?] = []
    var plans: [RoutePlan] = []
    private var isStale = false

    /// A net without obstacles and edges.
    public init(clearance: Double = 12, spacing: Double = 8) {
        self.clearance = RouteNet.distance(clearance)
        self.spacing = RouteNet.distance(spacing)
        field = RouteField(margin: min(RouteBox.raster(RouteNet.distance(clearance) / 8), 1.5))
    }

    private static func distance(_ value: Double) -> Double { value > 0 ? min(value, 10_000) : 0 }

    /// Sets the frame of an obstacle; nil removes it. Numbers are small.
    public mutating func setObstacle(_ number: Int, _ frame: Rect?) {
        guard number >= 0 else { return }
        field.set(number, frame.map { RouteBox($0, grownBy: field.margin) } ?? .none)
        isStale = true
    }

    /// Sets the ends of an edge; nil removes it. Numbers are small.
    public mutating func setEdge(_ number: Int, _ edge: RoutedEdge?) {
        guard number >= 0 else { return }
        while edges.count <= number {
            edges.append(nil)
            plans.append(RoutePlan())
        }
        edges[number] = edge
        isStale = true
    }

    /// The route of an edge after the last `refresh`; nil if there is no such edge.
    public func route(_ number: Int) -> RoutedPath? {
        edges.indices.contains(number) && edges[number] != nil ? plans[number].path : nil
    }

    /// Routes what changed and returns the edges whose routes differ now, ascending.
    public mutating func refresh() -> [Int] {
        var finder = RouteFinder(field: field, clearance: clearance)
        for number in edges.indices {
            let old = plans[number].path
            plans[number] = edges[number].map { finder.plan($0) } ?? RoutePlan()
            plans[number].path = old
        }
        for round in 1...RoutePlan.rounds { spread(round) }
        var changed: [Int] = []
        for number in edges.indices {
            let points = plans[number].points()
            let path = RoutedPath(points: points, blocked: blocked(number, points))
            if path != plans[number].path { changed.append(number) }
            plans[number].path = path
        }
        return changed
    }

    /// Obstacles that a route crosses; none but those that were opened for it.
    private func blocked(_ number: Int, _ points: [Point]) -> [Int] {
        guard let edge = edges[number], plans[number].isOpen else { return [] }
        var found: Set<Int> = []
        for (a, b) in zip(points, points.dropFirst()) {
            let leg = RouteBox(Rect(a, b), grownBy: 0)
            field.visit(leg) { other in
                let box = field.boxes[Int(other)]
                let frame = RouteBox(lo: box.lo + field.margin, hi: box.hi - field.margin)
                if all(leg.lo .< frame.hi) && all(frame.lo .< leg.hi) { found.insert(Int(other)) }
            }
        }
        found.subtract(edge.passable)
        for end in [edge.source.obstacle, edge.target.obstacle] { if let end { found.remove(end) } }
        return found.sorted()
    }

    private mutating func spread(_ round: Int) {
        let axis = RoutePlan.axis(of: round)
        let spread = RouteSpread(clearance: clearance, spacing: spacing)
        var bands = RouteBands(spacing: spacing)
        for edge in plans.indices {
            for leg in plans[edge].legs.indices {
                if plans[edge].legs[leg].axis != axis {
                    plans[edge].places[leg * (RoutePlan.rounds + 1) + round] = plans[edge].place(leg, round - 1)
                    continue
                }
                let track = plans[edge].track(leg, in: round, clearance: clearance, field)
                plans[edge].tracks[RoutePlan.track(leg, round)] = track
                bands.insert(RouteLegID(edge: Int32(edge), leg: Int32(leg)), at: track.ideal)
            }
        }
        for edge in plans.indices {
            for leg in plans[edge].legs.indices where plans[edge].legs[leg].axis == axis {
                let id = RouteLegID(edge: Int32(edge), leg: Int32(leg))
                guard bands.remove(id, at: plans[edge].tracks[RoutePlan.track(leg, round)].ideal) else { continue }
                var group = [id]
                var at = 0
                while at < group.count {
                    let track = plans[Int(group[at].edge)].tracks[RoutePlan.track(Int(group[at].leg), round)]
                    bands.take(near: track.ideal, into: &group) {
                        spread.conflict(plans[Int($0.edge)].tracks[RoutePlan.track(Int($0.leg), round)], track)
                    }
                    at += 1
                }
                group.sort { ($0.edge, $0.leg) < ($1.edge, $1.leg) }
                let places = spread.places(of: group, in: plans, round: round)
                for (id, place) in zip(group, places) {
                    plans[Int(id.edge)].places[Int(id.leg) * (RoutePlan.rounds + 1) + round] = place
                }
            }
        }
    }
}
