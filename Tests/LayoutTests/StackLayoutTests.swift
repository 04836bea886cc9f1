import Geometry
import Layout
import Seeding
import Testing

/// Nodes one behind another, and along an axis.
@Suite struct StackLayoutTests {
    private static func goOn(_ done: Double) -> Bool { true }

    private static func sized(_ widths: [Double], _ ends: [(Int, Int)] = []) -> LayoutGraph {
        LayoutGraph(
            sizes: widths.map { Size(width: $0, height: 20) },
            edges: ends.map { LayoutEdge(source: $0.0, target: $0.1) })
    }

    @Test func `a stack is aligned, and leads in its direction`() throws {
        let graph = Self.sized([100, 40, 60])
        var layout = StackLayout()
        layout.nodeSpacing = 10
        let column = try #require(layout.drawing(of: graph, Self.goOn)).places
        #expect(column == [Point(x: 0, y: 0), Point(x: 0, y: 30), Point(x: 0, y: 60)])
        (layout.direction, layout.align) = (.up, .end)
        let up = try #require(layout.drawing(of: graph, Self.goOn)).places
        #expect(up == [Point(x: 0, y: 60), Point(x: 60, y: 30), Point(x: 40, y: 0)])
        layout.direction = .right
        let row = try #require(layout.drawing(of: graph, Self.goOn)).places
        #expect(row == [Point(x: 0, y: 0), Point(x: 110, y: 0), Point(x: 160, y: 0)])
        layout.direction = .left
        let left = try #require(layout.drawing(of: graph, Self.goOn)).places
        #expect(left == [Point(x: 120, y: 0), Point(x: 70, y: 0), Point(x: 0, y: 0)])
    }

    @Test func `chains count, other edges do not`() throws {
        func order(_ ends: [(Int, Int)]) throws -> [Int] {
            let drawing = try #require(StackLayout().drawing(of: Self.sized([9, 9, 9, 9], ends), Self.goOn))
            return (0..<4).sorted { drawing.places[$0].y < drawing.places[$1].y }
        }
        #expect(try order([]) == [0, 1, 2, 3])
        #expect(try order([(3, 1), (1, 2), (2, 0)]) == [3, 1, 2, 0])
        #expect(try order([(3, 0), (3, 0), (2, 1), (1, 1)]) == [3, 0, 2, 1])
        #expect(try order([(3, 1), (3, 0)]) == [0, 1, 2, 3])
        #expect(try order([(3, 2), (2, 1), (1, 3)]) == [0, 1, 2, 3])
    }

    @Test func `numbers say where nodes begin`() throws {
        var graph = Self.sized([50, 50, 50, 50, 50])
        graph.values = [10, 0, nil, 1, 5]
        var layout = TimelineLayout()
        (layout.length, layout.nodeSpacing) = (1000, 10)
        let drawing = try #require(layout.drawing(of: graph, Self.goOn))
        // The one at 100 fits behind the one at 0; that without a number follows the last.
        #expect(drawing.places.map(\.x) == [1000, 0, 1060, 100, 500])
        #expect(drawing.places.allSatisfy { $0.y == 0 })
        layout.length = 100
        let close = try #require(layout.drawing(of: graph, Self.goOn))
        #expect(close.places.map(\.y) == [0, 0, 0, 30, 60])
        layout.direction = .left
        let left = try #require(layout.drawing(of: graph, Self.goOn))
        #expect(left.places.map(\.x) == [60, 160, 0, 150, 110])
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a timeline keeps the scale, and uses no more rows than lie side by side`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = seeded.tree(nodes: 80, sizes: true)
        graph.values = (0..<80).map { $0 % 9 == 0 ? nil : Double(seeded.below(1000)) }
        var layout = TimelineLayout()
        layout.length = 3000
        let laid = LaidOut(graph: graph, places: try #require(layout.drawing(of: graph, Self.goOn)).places)
        #expect(laid.overlaps(gap: 50) == 0)
        let known = (0..<80).filter { graph.values[$0] != nil }
        let least = known.compactMap { graph.values[$0] }.min() ?? 0
        let most = known.compactMap { graph.values[$0] }.max() ?? 0
        for node in known {
            let share = ((graph.values[node] ?? 0) - least) / (most - least)
            #expect(abs(laid.places[node].x - 3000 * share) < 1e-6)
        }
        let crowd = known.map { node in
            known.count { laid.places[$0].x <= laid.places[node].x && laid.places[node].x < laid.frame($0).maxX + 50 }
        }
        #expect(Set(known.map { laid.places[$0].y }).count == crowd.max())
        let last = known.map { laid.frame($0).maxX }.max() ?? 0
        for node in 0..<80 where graph.values[node] == nil { #expect(laid.places[node].x > last) }
    }

    @Test func `any number of nodes and any numbers are drawn`() throws {
        var graph = Self.sized(Array(repeating: 10, count: 50_000))
        graph.values = (0..<50_000).map { Double($0 % 3) }
        graph.values[7] = 1e308
        graph.values[8] = -1e308
        graph.values[9] = .nan
        graph.sizes[3] = Size(width: .infinity, height: .nan)
        #expect(try #require(TimelineLayout().drawing(of: graph, Self.goOn)).places.allSatisfy(\.isFinite))
        #expect(try #require(StackLayout().drawing(of: graph, Self.goOn)).places.allSatisfy(\.isFinite))
        let none = LayoutGraph(sizes: [], edges: [])
        #expect(TimelineLayout().drawing(of: none, Self.goOn)?.places.isEmpty == true)
        #expect(StackLayout().drawing(of: none, Self.goOn)?.places.isEmpty == true)
        #expect(StackLayout().drawing(of: none) { _ in false } == nil)
        #expect(TimelineLayout().drawing(of: none) { _ in false } == nil)
    }

    @Test func `nodes that stay, stay in each of them`() throws {
        var graph = Self.sized([50, 60, 70, 80, 90], [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
        graph.places = (0..<5).map { Point(x: 100 * Double($0), y: 300) }
        graph.isFixed = [false, true, false, true, false]
        graph.values = [4, 3, 2, 1, nil]
        for kind: LayoutAlgorithm.Kind in [.circle(CircleLayout()), .stack(StackLayout()), .timeline(TimelineLayout())]
        {
            var algorithm = LayoutAlgorithm(kind)
            let drawing = try #require(algorithm.drawing(of: graph, Self.goOn))
            #expect(drawing.places[1] == graph.places[1] && drawing.places[3] == graph.places[3])
            #expect(LaidOut(graph: graph, places: drawing.places).overlaps() == 0)
            algorithm.movableShare = 0.1
            let stable = try #require(algorithm.drawing(of: graph, Self.goOn))
            #expect(stable.places == graph.places)
        }
    }
}
