import Geometry
import Seeding
import Testing

@testable import Layout

/// The search for shortest ways, against one that tests all lines against all rectangles.
@Suite struct CornerSearchTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `ways are as short as the shortest, while obstacles are added`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var search = CornerSearch()
        for _ in 0..<3 {
            let (start, end) = (
                Point(x: -20, y: Double(seeded.below(400))), Point(x: 420, y: Double(seeded.below(400)))
            )
            search.begin(from: start, to: end)
            var obstacles: [Rect] = []
            for _ in 0..<2 + seeded.below(4) {
                for _ in 0..<1 + seeded.below(3) {
                    let box = Rect(
                        x: Double(seeded.below(300)), y: Double(seeded.below(300)),
                        width: Double(seeded.below(120)), height: Double(seeded.below(120)))
                    obstacles.append(box)
                    search.add(box)
                    for (x, y) in [
                        (box.minX - 8, box.minY - 8), (box.maxX + 4, box.minY - 4), (box.maxX + 1, box.maxY),
                    ]
                    where seeded.below(5) > 0 {
                        search.add(Point(x: x, y: y), of: obstacles.count - 1)
                    }
                }
                var work = 1_000_000
                let way = search.shortest(&work)
                let lengths = way.map { zip($0, $0.dropFirst()).map { length(search.points, $0, $1, obstacles) } }
                let least = leastLength(search.points, obstacles)
                #expect(abs((lengths?.reduce(0, +) ?? 1e9) - (least ?? 1e9)) < 1e-6)
                #expect(work < 1_000_000)
            }
        }
    }

    /// Returns what a line costs; infinity where it enters an obstacle.
    private func length(_ points: [Point], _ start: Int, _ end: Int, _ obstacles: [Rect]) -> Double {
        let line = Segment(start: points[start], end: points[end])
        if obstacles.contains(where: { $0.isEntered(by: line) }) { return .infinity }
        return line.start.distance(to: line.end) + CornerSearch.turn
    }

    /// Returns what the shortest way costs (Dijkstra 1959); nil if there is none.
    private func leastLength(_ points: [Point], _ obstacles: [Rect]) -> Double? {
        var lengths = Array(repeating: Double.infinity, count: points.count)
        var open = Set(points.indices)
        lengths[0] = 0
        while let at = open.min(by: { lengths[$0] < lengths[$1] }), lengths[at] < .infinity {
            if at == 1 { return lengths[1] }
            open.remove(at)
            for next in open { lengths[next] = min(lengths[next], lengths[at] + length(points, at, next, obstacles)) }
        }
        return nil
    }
}
