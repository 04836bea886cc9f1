import Geometry
import Layout
import Seeding
import Testing

/// The figures, checked by cases counted by hand and against looking at every pair.
@Suite struct LayoutFiguresTests {
    private static func figures(_ lines: [[(Double, Double)]]) -> LayoutFigures {
        LayoutFigures(of: lines.map { $0.map { Point(x: $0.0, y: $0.1) } })
    }

    @Test(
        arguments: [
            (1, "a cross", [[(0, 0), (10, 10)], [(0, 10), (10, 0)]]),
            (0, "side by side", [[(0, 0), (10, 10)], [(0, 10), (10, 20)]]),
            (0, "a common end", [[(0, 0), (10, 10)], [(0, 0), (10, 0)]]),
            (0, "a common end, nearly the same way", [[(0, 0), (100, 0.5)], [(0, 0), (100, 0)]]),
            (1, "a common end and a crossing further on", [[(0, 0), (50, 50), (50, 0)], [(0, 0), (100, 20)]]),
            (0, "an end on the other", [[(0, 0), (10, 0)], [(5, 0), (5, 10)]]),
            (1, "through a corner", [[(0, 0), (5, 5), (10, 0)], [(5, 0), (5, 10)]]),
            (0, "corner to corner", [[(0, 0), (5, 5), (10, 0)], [(0, 10), (5, 5), (10, 10)]]),
            (1, "corner through corner", [[(0, 0), (5, 5), (10, 10)], [(0, 10), (5, 5), (10, 0)]]),
            (2, "twice", [[(0, 0), (10, 10), (20, 0)], [(0, 5), (20, 5)]]),
            (0, "along one another", [[(0, 0), (10, 0)], [(5, 0), (20, 0)]]),
            (1, "along one another, and through", [[(0, -5), (5, 0), (15, 0), (20, 5)], [(0, 0), (20, 0)]]),
            (0, "one edge across itself", [[(0, 0), (10, 0), (5, 5), (5, -5)]]),
            (3, "three", [[(0, 0), (10, 10)], [(0, 10), (10, 0)], [(0, 6), (10, 6)]]),
            (0, "the same edge", [[(0, 0), (10, 0)], [(0, 0), (10, 0)]]),
            (
                6, "parallel ones",
                [
                    [(0, 0), (10, 10)], [(0, 10), (10, 0)], [(0, 0), (10, 10)], [(0, 10), (10, 0)], [(0, 0), (10, 10)],
                ]
            ),
            (0, "nothing", []), (0, "a point", [[(0, 0)], []]),
        ] as [(Int, String, [[(Double, Double)]])])
    func `crossings are counted`(_ count: Int, _ name: String, _ lines: [[(Double, Double)]]) {
        #expect(LayoutFiguresTests.figures(lines).crossings == count, "\(name)")
        #expect(LayoutFiguresTests.figures(lines.reversed()).crossings == count, "\(name)")
        #expect(LayoutFiguresTests.figures(lines.map { $0.reversed() }).crossings == count, "\(name)")
    }

    @Test func `length and bends are those of all edges`() {
        let figures = LayoutFiguresTests.figures([
            [(0, 0), (3, 4), (3, 4), (6, 8)], [(0, 0), (0, 10), (5, 10), (6, 10.01)],
        ])
        #expect(figures.edgeLength > 25.9 && figures.edgeLength < 26.1)
        #expect(figures.bends == 1)
    }

    @Test(arguments: 1...30)
    func `generated drawings have what looking at every pair finds`(_ seed: UInt64) {
        var seeded = Seeded(seed)
        let reach = [50, 400, 3000][seeded.below(3)]
        func coordinate() -> Double { Double(seeded.below(1_000_000)) / 1_000_000 }
        let lines = (0..<(2 + seeded.below(150))).map { _ in
            var at = Point(x: coordinate() * 2000, y: coordinate() * 500)
            return (0...(1 + seeded.below(4))).map { _ in
                at += Point(x: (coordinate() - 0.5) * Double(reach), y: (coordinate() - 0.5) * Double(reach))
                return at
            }
        }
        #expect(LayoutFigures(of: lines).crossings == LayoutFiguresTests.crossings(of: lines), "seed \(seed)")
    }

    @Test func `a hopeless number of crossings is not counted`() {
        let lines = (0..<60_000).map { [Point(x: Double($0), y: 0), Point(x: Double(59_999 - $0), y: 1000)] }
        let figures = LayoutFigures(of: lines)
        #expect(figures.crossings == nil)
        #expect(figures.edgeLength > 0)
    }

    @Test func `parallel edges are counted together`() {
        let lines = (0..<200_000).map {
            [Point(x: 0, y: Double($0 % 2) * 10), Point(x: 10, y: Double(1 - $0 % 2) * 10)]
        }
        #expect(LayoutFigures(of: lines).crossings == 10_000_000_000)
    }

    @Test func `counting ends when it is stopped`() {
        let lines = [[Point(x: 0, y: 0), Point(x: 10, y: 10)], [Point(x: 0, y: 10), Point(x: 10, y: 0)]]
        #expect(LayoutFigures(of: lines, isCurve: []) { _ in false }.crossings == nil)
    }

    @Test func `many lines take no long step without a look at the watch`() {
        let lines = (0..<10_000).map { [Point(x: Double($0), y: 0), Point(x: Double($0), y: 1)] }
        var looks = 0
        let figures = LayoutFigures(of: lines) { _ in
            looks += 1
            return looks < 10
        }
        #expect(looks == 10 && figures.crossings == nil)
    }

    @Test func `immense coordinates and points that are none do no harm`() {
        let lines = [[(0, 0), (1e300, 1e300)], [(0, 1e300), (1e300, 0)], [(.nan, 1), (.infinity, 0), (1, 1)]]
        #expect(LayoutFiguresTests.figures(lines).bends == 0)
    }

    private static func crossings(of lines: [[Point]]) -> Int {
        var count = 0
        for a in lines.indices {
            for b in 0..<a {
                for first in zip(lines[a], lines[a].dropFirst()) {
                    for second in zip(lines[b], lines[b].dropFirst()) where cross(first, second) { count += 1 }
                }
            }
        }
        return count
    }

    private static func cross(_ a: (Point, Point), _ b: (Point, Point)) -> Bool {
        let u = a.1 - a.0
        let v = b.1 - b.0
        let apart = u.cross(b.0 - a.0) * u.cross(b.1 - a.0)
        return apart < 0 && v.cross(a.0 - b.0) * v.cross(a.1 - b.0) < 0
    }
}
