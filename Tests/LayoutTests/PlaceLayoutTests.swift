import Geometry
import Layout
import Seeding
import Testing

/// New nodes among others that stay.
@Suite struct PlaceLayoutTests {
    private static func goOn(_ done: Double) -> Bool { true }

    private static func grid(_ columns: Int, _ rows: Int, step: Point, of size: Size) -> LayoutGraph {
        var graph = LayoutGraph(sizes: Array(repeating: size, count: columns * rows), edges: [])
        graph.places = (0..<(columns * rows)).map {
            Point(x: Double($0 % columns) * step.x, y: Double($0 / columns) * step.y)
        }
        return graph
    }

    @Test func `a node goes below its only neighbor when that is nearest`() throws {
        var graph = LayoutGraph(
            sizes: Array(repeating: Size(width: 150, height: 60), count: 2), edges: [LayoutEdge(source: 0, target: 1)])
        graph.places[0] = Point(x: 40, y: 30)
        let drawing = try #require(PlaceLayout().drawing(of: graph, placing: [], Self.goOn))
        #expect(drawing.places == [Point(x: 40, y: 30), Point(x: 40, y: 110)])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `the place is the nearest free one`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let count = 12
        var graph = LayoutGraph(
            sizes: (0...count).map { _ in
                Size(width: Double(1 + seeded.below(12)), height: Double(1 + seeded.below(12)))
            },
            edges: [LayoutEdge(source: 0, target: count), LayoutEdge(source: 1, target: count)])
        graph.places = (0..<count).map { _ in Point(x: Double(seeded.below(30)), y: Double(seeded.below(30))) } + [nil]
        var layout = PlaceLayout()
        layout.nodeSpacing = 2
        let places = try #require(layout.drawing(of: graph, placing: [], Self.goOn)).places
        let laid = LaidOut(graph: graph, places: places)
        let wish = laid.frame(0).center.middle(to: laid.frame(1).center)
        #expect((0..<count).allSatisfy { places[$0] == graph.places[$0] })
        // All is in whole and half numbers: try every place there.
        var least = Double.infinity
        for x in -60...160 {
            for y in -60...160 {
                let frame = Rect(origin: Point(x: Double(x) / 2, y: Double(y) / 2), size: graph.sizes[count])
                let near = frame.grown(by: 2)
                let isFree = (0..<count).allSatisfy { node in
                    let other = laid.frame(node)
                    return near.maxX <= other.minX || other.maxX <= near.minX || near.maxY <= other.minY
                        || other.maxY <= near.minY
                }
                if isFree { least = min(least, frame.center.distance(to: wish)) }
            }
        }
        #expect(laid.frame(count).center.distance(to: wish) <= least + 1e-9)
        #expect((0..<count).allSatisfy { !laid.frame($0).grown(by: 2 - 1e-9).overlaps(laid.frame(count)) })
    }

    @Test func `nodes without neighbors go below all, fixed ones stay`() throws {
        var graph = Self.grid(3, 3, step: Point(x: 200, y: 100), of: Size(width: 150, height: 60))
        graph.isFixed[4] = true
        let drawing = try #require(PlaceLayout().drawing(of: graph, placing: [4, 8, 0, 99], Self.goOn))
        #expect(drawing.places[4] == Point(x: 200, y: 100))
        #expect(drawing.places[0] == Point(x: 0, y: 280) && drawing.places[8] == Point(x: 0, y: 360))
        #expect(LaidOut(graph: graph, places: drawing.places).overlaps(gap: 20) == 0)
    }

    @Test func `a chain of new nodes follows the node it hangs on`() throws {
        var graph = Self.grid(4, 4, step: Point(x: 200, y: 100), of: Size(width: 150, height: 60))
        graph.sizes += Array(repeating: Size(width: 50, height: 50), count: 5)
        graph.places += Array(repeating: nil, count: 5)
        graph.isFixed += Array(repeating: false, count: 5)
        graph.edges = [(20, 19), (19, 18), (18, 17), (17, 16), (16, 5)].map { LayoutEdge(source: $0.0, target: $0.1) }
        let drawing = try #require(PlaceLayout().drawing(of: graph, placing: [], Self.goOn))
        let laid = LaidOut(graph: graph, places: drawing.places)
        #expect(laid.overlaps(gap: 20) == 0)
        for node in 16..<20 { #expect(laid.frame(node).center.distance(to: laid.frame(node + 1).center) < 400) }
    }

    @Test func `many leaves of one node, and many nodes in one place, take bounded work`() throws {
        var star = LayoutGraph(
            sizes: Array(repeating: Size(width: 150, height: 60), count: 5000),
            edges: (1..<5000).map { LayoutEdge(source: 0, target: $0) })
        star.places[0] = .zero
        let drawing = try #require(PlaceLayout().drawing(of: star, placing: [], Self.goOn))
        #expect(LaidOut(graph: star, places: drawing.places).overlaps(gap: 20) == 0)
        var heap = star
        heap.places = (0..<5000).map { $0 < 4000 ? .zero : nil }
        let places = try #require(PlaceLayout().drawing(of: heap, placing: [], Self.goOn)).places
        #expect(places[..<4000].allSatisfy { $0 == .zero } && places.allSatisfy { $0.isFinite })
    }

    @Test func `odd sizes, places and spacings do no harm`() throws {
        var graph = LayoutGraph(
            sizes: [0, 1e300, .nan, .infinity, -3, 0].map { Size(width: $0, height: $0) },
            edges: (0..<5).map { LayoutEdge(source: $0, target: $0 + 1) } + [LayoutEdge(source: 5, target: 5)])
        graph.places = [Point(x: 1e300, y: 0), nil, Point(x: .nan, y: 2), nil, Point(x: 0, y: 0), nil]
        for spacing in [0, 20, -1, .nan, 1e300] {
            var layout = PlaceLayout()
            layout.nodeSpacing = spacing
            let places = try #require(layout.drawing(of: graph, placing: [], Self.goOn)).places
            #expect(places.allSatisfy { $0.isFinite })
        }
        #expect(PlaceLayout().drawing(of: graph, placing: []) { _ in false } == nil)
    }
}

extension Rect {
    /// Returns true if the insides have something in common.
    fileprivate func overlaps(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
