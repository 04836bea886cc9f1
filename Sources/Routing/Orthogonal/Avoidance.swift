import Geometry

/// Finds waypoints by which a curve goes round nodes that it would enter.
///
/// The shortest way round corners among the nodes that stand in the way; nodes that this way would enter are added and
/// it is looked for again (lazily, as most nodes near by do not matter).
public struct Avoidance: Sendable {
    /// How far corners lie from nodes, in canvas units.
    public let clearance: Double

    /// The most obstacles that are gone round.
    private static let mostObstacles = 48

    /// A finder of ways that keeps a distance where there is room for it.
    public init(clearance: Double = 12) { self.clearance = clearance > 0 ? min(clearance, 10_000) : 0 }

    /// Corners by which an edge goes round obstacles; none if its plain path enters none, or if there is no way.
    ///
    /// - Parameter plain: the path that it would take, as points close enough to be joined by lines.
    /// - Parameter obstacles: frames of nodes near by, without those that hold an end and without both end nodes.
    /// - Complexity: O(*n*) for *n* obstacles that do not matter.
    public func detour(
        from source: RouteEnd, to target: RouteEnd, along plain: [Point], around obstacles: [Rect]
    ) -> [Point] {
        let all = obstacles.filter { $0.isFinite && !$0.isEmpty }
        guard plain.allSatisfy(\.isFinite), let first = plain.first, let last = plain.last else { return [] }
        var chosen = entered(plain, all)
        if chosen.isEmpty { return [] }
        let start = self.start(source, first)
        let end = self.start(target, last)
        var best: [Point] = []
        for _ in 0..<8 {
            guard chosen.count <= Avoidance.mostObstacles else { break }
            let boxes = (chosen.map { all[$0] } + [source.frame, target.frame].filter { $0.isFinite && !$0.isEmpty })
                .map { room(around: $0, start, end) }
            guard let way = shortest(start, end, boxes) else { break }
            best = way
            let more = entered([start] + way + [end], all).filter { !chosen.contains($0) }
            if more.isEmpty { return way }
            chosen = (chosen + more).sorted()
        }
        return best
    }

    /// Which obstacles a line enters.
    private func entered(_ points: [Point], _ obstacles: [Rect]) -> [Int] {
        let hull = points.reduce(Rect.empty) { $0.union($1) }
        return obstacles.indices.filter { number in
            let frame = obstacles[number]
            return frame.touches(hull)
                && zip(points, points.dropFirst()).contains { Avoidance.enters($0, $1, frame) }
        }
    }

    /// Where a way begins: at the clearance before the side by which it leaves.
    private func start(_ end: RouteEnd, _ point: Point) -> Point {
        guard let side = end.side else { return point }
        return point + side.outward * clearance
    }

    /// An obstacle with the distance that is kept from it: less if an end lies nearer.
    private func room(around frame: Rect, _ start: Point, _ end: Point) -> Rect {
        let margin = min(clearance, frame.distance(to: start), frame.distance(to: end))
        return frame.grown(by: margin)
    }

    /// The shortest way round the corners of boxes, without its ends (Dijkstra 1959 on the corners that see each other).
    private func shortest(_ start: Point, _ end: Point, _ boxes: [Rect]) -> [Point]? {
        var points = [start, end]
        for box in boxes {
            points.append(Point(x: box.minX, y: box.minY))
            points.append(Point(x: box.maxX, y: box.minY))
            points.append(Point(x: box.maxX, y: box.maxY))
            points.append(Point(x: box.minX, y: box.maxY))
        }
        var length = Array(repeating: Double.infinity, count: points.count)
        var before = Array(repeating: -1, count: points.count)
        var isDone = Array(repeating: false, count: points.count)
        length[0] = 0
        for _ in points.indices {
            var here = -1
            for k in points.indices where !isDone[k] && length[k] < .infinity {
                if here < 0 || length[k] < length[here] { here = k }
            }
            if here < 0 || here == 1 { break }
            isDone[here] = true
            for k in points.indices where !isDone[k] {
                let more = length[here] + points[here].distance(to: points[k])
                guard more < length[k], !boxes.contains(where: { Avoidance.enters(points[here], points[k], $0) }) else {
                    continue
                }
                length[k] = more
                before[k] = here
            }
        }
        guard length[1] < .infinity else { return nil }
        var way: [Point] = []
        var at = before[1]
        while at > 0 {
            way.append(points[at])
            at = before[at]
        }
        return way.reversed()
    }

    /// Whether a line between two points enters the inside of a rectangle (Liang and Barsky 1984).
    private static func enters(_ a: Point, _ b: Point, _ rect: Rect) -> Bool {
        // What only grazes a corner by rounding does not count.
        let inner = rect.grown(
            by: -1e-6 * max(1, abs(rect.minX), abs(rect.maxX), abs(rect.minY), abs(rect.maxY)) / 1000)
        var from = 0.0
        var to = 1.0
        for (start, change, low, high) in [
            (a.x, b.x - a.x, inner.minX, inner.maxX), (a.y, b.y - a.y, inner.minY, inner.maxY),
        ] {
            if change == 0 {
                if start <= low || start >= high { return false }
                continue
            }
            let p = (low - start) / change
            let q = (high - start) / change
            from = max(from, min(p, q))
            to = min(to, max(p, q))
        }
        return from < to
    }
}
