/// The direction of a route at its present end.
struct RouteHeading: Hashable, Sendable {
    var axis: Int
    /// Is true if it leads towards greater coordinates.
    var isForward: Bool

    /// A box behind a waypoint, which keeps a continuing route off the way on which it came.
    ///
    /// - Parameters:
    ///   - next: the possible exits at the destination of the route.
    ///   - breadth: the distance that the box reaches to both sides.
    func wall(behind waypoint: RouteExit, towards next: [RouteExit], breadth: Double) -> RouteBox {
        let here = waypoint.point
        let gap = next.map { abs($0.point[axis] - here[axis]) }.max() ?? 0
        let breadth = RouteBox.raster(max(breadth, 8))
        let length = RouteBox.raster(min(2 * breadth, gap / 2))
        var box = RouteBox(lo: here, hi: here)
        if isForward { box.lo[axis] -= length } else { box.hi[axis] += length }
        box.lo[1 - axis] -= breadth
        box.hi[1 - axis] += breadth
        return box
    }
}

extension RouteExit {
    /// The best exit point of a leg.
    var point: SIMD2<Double> { axis == 0 ? SIMD2(start, best) : SIMD2(best, start) }
}

extension RawRoute {
    /// Returns the direction at its end, and whether a leg leads back along the one before.
    ///
    /// - Parameter heading: the direction of the route before it; nil at the beginning.
    func followed(from heading: RouteHeading?) -> (heading: RouteHeading?, turnsBack: Bool) {
        var heading = heading
        var turnsBack = false
        for leg in places.indices {
            let from = leg == 0 ? source.start : places[leg - 1]
            let to = leg == places.count - 1 ? target.start : places[leg + 1]
            if from == to { continue }
            let next = RouteHeading(axis: (axis + leg) & 1, isForward: to > from)
            if let heading, heading.axis == next.axis, heading.isForward != next.isForward { turnsBack = true }
            heading = next
        }
        return (heading, turnsBack)
    }
}

extension RouteLeg {
    /// Keeps the leg, which runs over a span, on its side of a box.
    mutating func keep(off wall: RouteBox, _ span: (low: Double, high: Double)) {
        guard span.low <= wall.hi[axis], span.high >= wall.lo[axis] else { return }
        let across = 1 - axis
        if place <= wall.lo[across] { high = min(high, wall.lo[across]) }
        if place >= wall.hi[across] { low = max(low, wall.hi[across]) }
    }
}
