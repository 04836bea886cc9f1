import Geometry

/// Level and upright legs through stops, with as few bends as the sides of the handles allow.
///
/// There are a few ways from one stop to the next, with different first and last directions. Bends have prices, within
/// a way and where two ways meet; dynamic programming (Bellman 1957) finds the cheapest sequence stop by stop.
struct BentSteps {
    /// The corners from each stop to the next, both stops included; the first part begins at the source, the last ends
    /// at the target.
    let parts: [[Point]]

    /// - Parameters:
    ///   - stops: the stops, at least one.
    ///   - stub: the distance that the path runs straight out of a handle; less if the nearest stop is closer.
    init(_ source: Anchor, _ target: Anchor, stops: ArraySlice<Point>, stub: Double) {
        let from = BentSteps.stub(of: source, toward: stops[stops.startIndex], stub)
        let to = BentSteps.stub(of: target, toward: stops[stops.endIndex - 1], stub)
        let points = [from] + stops + [to]
        let start = Way(source.side, source.side, price: 0)
        var arrivals = [[Arrival(heading: source.side, price: 0, way: start, previous: 0)]]
        for (start, end) in zip(points, points.dropFirst()) {
            arrivals.append(BentSteps.arrivals(from: start, to: end, after: arrivals.last ?? [], out: max(stub, 1)))
        }
        var best = 0
        var least = Int.max
        for (index, arrival) in arrivals[arrivals.count - 1].enumerated() {
            let price = arrival.price + BentSteps.price(ofTurn: arrival.heading, target.side.opposite)
            if price < least { (best, least) = (index, price) }
        }
        var parts: [[Point]] = []
        for index in stride(from: arrivals.count - 1, to: 0, by: -1) {
            let arrival = arrivals[index][best]
            let corners = arrival.way.corners
            parts.append([points[index - 1], corners.0, corners.1, points[index]].compactMap { $0 })
            best = arrival.previous
        }
        parts.reverse()
        parts[0].insert(source.point, at: 0)
        parts[parts.count - 1].append(target.point)
        self.parts = parts
    }

    /// The corners of the whole path, without points on a straight line.
    var corners: [Point] {
        var corners: [Point] = []
        for point in parts.joined() {
            while let last = corners.last {
                if corners.count >= 2, BentSteps.goesOn(corners[corners.count - 2], last, point) {
                    corners.removeLast()
                } else if last == point {
                    corners.removeLast()
                } else {
                    break
                }
            }
            corners.append(point)
        }
        if corners.count == 1 { corners.append(corners[0]) }
        return corners
    }

    private static func goesOn(_ a: Point, _ b: Point, _ c: Point) -> Bool {
        (a.x == b.x && b.x == c.x && (b.y - a.y) * (c.y - b.y) >= 0)
            || (a.y == b.y && b.y == c.y && (b.x - a.x) * (c.x - b.x) >= 0)
    }

    private static func stub(of anchor: Anchor, toward stop: Point, _ length: Double) -> Point {
        let outward = anchor.side.outward
        let ahead = (stop - anchor.point).dot(outward)
        return anchor.point + outward * (ahead > 0 ? min(length, ahead) : length)
    }

    // MARK: Ways

    /// The cheapest way to reach a stop in one direction.
    private struct Arrival {
        /// The direction of the path at the stop; a center has no direction.
        var heading: Side
        var price: Int
        /// The way from the previous stop.
        var way: Way
        /// The index of the arrival at the previous stop.
        var previous: Int
    }

    /// A way from one stop to the next: its directions, and up to two corners.
    private struct Way {
        var leaving: Side
        var arriving: Side
        var corners: (Point?, Point?)
        var price: Int

        init(_ leaving: Side, _ arriving: Side, _ first: Point? = nil, _ second: Point? = nil, price: Int) {
            (self.leaving, self.arriving, corners, self.price) = (leaving, arriving, (first, second), price)
        }
    }

    /// The prices of bends: one at a waypoint or beside a handle costs slightly more, so that the path rather runs
    /// straight through.
    private static let bend = 10
    private static let bendAtStop = 11
    /// The price of a reversal: more than any detour.
    private static let reversal = 60

    private static func price(ofTurn from: Side, _ to: Side) -> Int {
        if from == to || from == .center || to == .center { return 0 }
        return from == to.opposite ? reversal : bendAtStop
    }

    private static func arrivals(
        from start: Point, to end: Point, after before: [Arrival], out: Double
    ) -> [Arrival] {
        var arrivals: [Arrival] = []
        if start == end {
            for (index, arrival) in before.enumerated() {
                let stay = Way(arrival.heading, arrival.heading, price: 0)
                arrivals.append(Arrival(heading: arrival.heading, price: arrival.price, way: stay, previous: index))
            }
            return arrivals
        }
        for way in ways(from: start, to: end, out: out) {
            for (index, arrival) in before.enumerated() {
                let turn = price(ofTurn: arrival.heading, way.leaving)
                let price = arrival.price + turn + way.price
                let next = Arrival(heading: way.arriving, price: price, way: way, previous: index)
                if let place = arrivals.firstIndex(where: { $0.heading == next.heading }) {
                    if price < arrivals[place].price { arrivals[place] = next }
                } else {
                    arrivals.append(next)
                }
            }
        }
        return arrivals
    }

    /// The ways between two stops; of ways with equal prices the first wins.
    private static func ways(from start: Point, to end: Point, out: Double) -> [Way] {
        let level: Side = end.x > start.x ? .right : .left
        let upright: Side = end.y > start.y ? .bottom : .top
        func at(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
        if start.y == end.y {
            let (below, above) = (start.y + out, start.y - out)
            return [
                Way(level, level, price: 0),
                Way(.bottom, .top, at(start.x, below), at(end.x, below), price: 2 * bend),
                Way(.top, .bottom, at(start.x, above), at(end.x, above), price: 2 * bend),
            ]
        }
        if start.x == end.x {
            let (right, left) = (start.x + out, start.x - out)
            return [
                Way(upright, upright, price: 0),
                Way(.right, .left, at(right, start.y), at(right, end.y), price: 2 * bend),
                Way(.left, .right, at(left, start.y), at(left, end.y), price: 2 * bend),
            ]
        }
        let middle = start.middle(to: end)
        return [
            Way(level, upright, at(end.x, start.y), price: bend),
            Way(upright, level, at(start.x, end.y), price: bend),
            Way(level, level, at(middle.x, start.y), at(middle.x, end.y), price: 2 * bend),
            Way(upright, upright, at(start.x, middle.y), at(end.x, middle.y), price: 2 * bend),
        ]
    }
}
