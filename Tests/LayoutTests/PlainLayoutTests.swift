import Geometry
import Layout
import Seeding
import Testing

/// Rings, grids and packed parts.
@Suite struct PlainLayoutTests {
    private static func goOn(_ done: Double) -> Bool { true }

    @Test func `children of a star lie on one ring`() throws {
        let graph = LayoutGraph(
            sizes: Array(repeating: Size(width: 60, height: 60), count: 9),
            edges: (1..<9).map { LayoutEdge(source: 0, target: $0) })
        let drawing = try #require(RadialLayout().drawing(of: graph, Self.goOn))
        let laid = LaidOut(graph: graph, places: drawing.places)
        let distances = (1..<9).map { laid.frame($0).center.distance(to: laid.frame(0).center) }
        #expect(distances.allSatisfy { abs($0 - distances[0]) < 1e-6 } && distances[0] >= 140)
        #expect(laid.overlaps(gap: 35) == 0)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `rings have no overlaps`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = seed % 3 == 0 ? seeded.graph(nodes: 150, edges: 120) : seeded.tree(nodes: 300, sizes: true)
        if seed % 4 == 0 { graph.sizes[5] = Size(width: 3000, height: 20) }
        var layout = RadialLayout()
        layout.root = seed % 2 == 0 ? 7 : nil
        let drawing = try #require(layout.drawing(of: graph, Self.goOn))
        #expect(LaidOut(graph: graph, places: drawing.places).overlaps(gap: 35) == 0)
    }

    @Test func `rings of immense graphs are finite`() throws {
        let star = LayoutGraph(
            sizes: Array(repeating: Size(width: 150, height: 60), count: 50_000),
            edges: (1..<50_000).map { LayoutEdge(source: $0, target: 0) })
        #expect(try #require(RadialLayout().drawing(of: star, Self.goOn)).places.allSatisfy { $0.isFinite })
        var path = LayoutGraph(
            sizes: Array(repeating: Size(width: 150, height: 60), count: 50_000),
            edges: (1..<50_000).map { LayoutEdge(source: $0 - 1, target: $0) })
        path.sizes[3] = Size(width: 1e300, height: .infinity)
        path.sizes[4] = Size(width: .nan, height: 0)
        var layout = RadialLayout()
        layout.root = 60_000
        #expect(try #require(layout.drawing(of: path, Self.goOn)).places.allSatisfy { $0.isFinite })
    }

    @Test func `a grid has columns and rows as large as their largest node`() throws {
        var graph = LayoutGraph(sizes: Array(repeating: Size(width: 10, height: 10), count: 5), edges: [])
        graph.sizes[1].width = 100
        graph.sizes[3].height = 50
        let drawing = try #require(GridLayout().drawing(of: graph, Self.goOn))
        let expected: [(Double, Double)] = [(0, 0), (60, 0), (210, 0), (0, 60), (60, 60)]
        #expect(drawing.places == expected.map { Point(x: $0.0, y: $0.1) })
        var layout = GridLayout()
        layout.columns = 2
        layout.nodeSpacing = 0
        #expect(try #require(layout.drawing(of: graph, Self.goOn)).places[4] == Point(x: 0, y: 60))
        layout.columns = Int.max
        #expect(try #require(layout.drawing(of: graph, Self.goOn)).places[4] == Point(x: 130, y: 0))
        #expect(GridLayout().drawing(of: LayoutGraph(sizes: [], edges: []), Self.goOn)?.places.isEmpty == true)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `packed parts stay as they are`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = seeded.graph(nodes: 60, edges: 40)
        graph.places = (0..<60).map { (node: Int) -> Point? in
            node % 7 == 0 ? nil : Point(x: Double(node % 10) * 170, y: Double(node / 10) * 90)
        }
        let drawing = try #require(PackLayout().drawing(of: graph, Self.goOn))
        for edge in graph.edges {
            guard let source = graph.places[edge.source], let target = graph.places[edge.target] else { continue }
            let offset = drawing.places[edge.target] - drawing.places[edge.source]
            #expect((offset - (target - source)).length < 1e-6)
        }
        let loose = (0..<60).filter { graph.places[$0] == nil }
        let laid = LaidOut(graph: graph, places: drawing.places)
        for node in loose {
            let frame = laid.frame(node).grown(by: 49)
            #expect((0..<60).allSatisfy { $0 == node || !frame.touches(laid.frame($0)) })
        }
        var again = graph
        again.places = drawing.places
        let second = try #require(PackLayout().drawing(of: again, Self.goOn))
        #expect(second.places.allSatisfy { $0.isFinite })
    }

    @Test func `a watch stops each of them`() {
        let graph = LayoutGraph(sizes: [Size(width: 1, height: 1)], edges: [])
        #expect(RadialLayout().drawing(of: graph) { _ in false } == nil)
        #expect(GridLayout().drawing(of: graph) { _ in false } == nil)
        #expect(PackLayout().drawing(of: graph) { _ in false } == nil)
    }
}
