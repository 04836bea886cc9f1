import Geometry
import Layout
import Seeding
import Testing

/// The nodes that stay when a drawing is laid out again.
@Suite struct StabilityTests {
    private static func goOn(_ done: Double) -> Bool { true }

    private static func laidOut(_ graph: LayoutGraph, _ layout: TreeLayout) throws -> LaidOut {
        LaidOut(graph: graph, places: try #require(layout.drawing(of: graph, goOn)).places)
    }

    /// The graph with a leaf more, which lies at a place or nowhere.
    private static func grown(_ laid: LaidOut, under parent: Int, at place: Point?) -> LayoutGraph {
        var graph = laid.placed
        graph.sizes.append(Size(width: 150, height: 60))
        graph.places.append(place)
        graph.isFixed.append(false)
        graph.edges.append(LayoutEdge(source: parent, target: graph.count - 1))
        return graph
    }

    private static func options(_ seed: UInt64) -> TreeLayout {
        var layout = TreeLayout()
        layout.direction = Direction.allCases[Int(seed % 4)]
        layout.levels = seed % 3 == 0 ? .own : .shared
        layout.align = LayoutAlignment.allCases[Int(seed / 4 % 3)]
        layout.parent = seed % 5 == 0 ? .box : .children
        return layout
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `nothing moves when a tree is laid out again`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let layout = Self.options(seed)
        let laid = try Self.laidOut(seeded.tree(nodes: 1 + seeded.below(200), sizes: seed % 2 == 0), layout)
        let again = try #require(Stability(layout).drawing(of: laid.placed, Self.goOn))
        #expect(again.places == laid.places)
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `a leaf more leaves the rest of a tree where it is`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let layout = Self.options(seed)
        let laid = try Self.laidOut(seeded.tree(nodes: 20 + seeded.below(100), sizes: seed % 2 == 0), layout)
        let parent = seeded.below(laid.graph.count)
        let anywhere = Point(x: Double(seeded.below(4000)), y: Double(seeded.below(2000)))
        for place in [nil, .zero, laid.places[parent], anywhere] {
            let graph = Self.grown(laid, under: parent, at: place)
            let drawing = try #require(Stability(layout).drawing(of: graph, Self.goOn))
            let now = LaidOut(graph: graph, places: drawing.places)
            #expect(now.overlaps() == 0)
            #expect(now.moved(since: laid) <= laid.graph.count / 20)
            #expect(now.changedSides(since: laid) == 0)
            let again = try #require(Stability(layout).drawing(of: now.placed, Self.goOn))
            #expect(again.places == drawing.places)
            let leaf = now.frame(graph.count - 1)
            switch layout.direction {
            case .down: #expect(leaf.minY >= now.frame(parent).maxY)
            case .right: #expect(leaf.minX >= now.frame(parent).maxX)
            case .up: #expect(leaf.maxY <= now.frame(parent).minY)
            case .left: #expect(leaf.maxX <= now.frame(parent).minX)
            }
        }
    }

    @Test func `a leaf goes beside its siblings`() throws {
        let graph = LayoutGraph(
            sizes: Array(repeating: Size(width: 150, height: 60), count: 3),
            edges: [LayoutEdge(source: 0, target: 1), LayoutEdge(source: 0, target: 2)])
        let laid = try Self.laidOut(graph, TreeLayout())
        let drawing = try #require(
            Stability(TreeLayout()).drawing(of: Self.grown(laid, under: 0, at: .zero), Self.goOn))
        #expect(drawing.places == laid.places + [Point(x: 400, y: 140)])
    }

    @Test func `without a direction only what overlaps goes elsewhere`() throws {
        var seeded = Seeded(3)
        var graph = seeded.graph(nodes: 40, edges: 60)
        graph.places = (0..<40).map { Point(x: Double($0 % 8) * 200, y: Double($0 / 8) * 110) }
        #expect(Stability().drawing(of: graph, Self.goOn)?.places == graph.places.compactMap { $0 })
        let laid = LaidOut(graph: graph, places: graph.places.compactMap { $0 })
        let grown = Self.grown(laid, under: 11, at: laid.places[30])
        let drawing = try #require(Stability().drawing(of: grown, Self.goOn))
        #expect(Array(drawing.places[..<40]) == laid.places)
        #expect(LaidOut(graph: grown, places: drawing.places).overlaps(gap: 49) == 0)
    }

    @Test func `a new node that covers an old one gives way, though that has no edges`() throws {
        var seeded = Seeded(4)
        var graph = seeded.graph(nodes: 12, edges: 0)
        graph.places = (0..<12).map { Point(x: Double($0 % 4) * 200, y: Double($0 / 4) * 110) }
        graph.edges = [LayoutEdge(source: 0, target: 1)]
        let laid = LaidOut(graph: graph, places: graph.places.compactMap { $0 })
        let grown = Self.grown(laid, under: 0, at: laid.places[7])
        for stability in [Stability(), Stability(direction: .down)] {
            let drawing = try #require(stability.drawing(of: grown, Self.goOn))
            #expect(drawing.places[7] == laid.places[7])
            #expect(drawing.places[12] != laid.places[7])
        }
    }

    @Test func `cycles have no say and edges before them do`() throws {
        // 0 → 1 ⇄ 2 with 2 above 1, and a leaf of 1 above all.
        var graph = LayoutGraph(
            sizes: Array(repeating: Size(width: 100, height: 50), count: 8),
            edges: [(0, 1), (1, 2), (2, 1), (0, 4), (4, 5), (4, 6), (5, 7), (1, 3)].map {
                LayoutEdge(source: $0.0, target: $0.1)
            })
        graph.places = [
            Point(x: 0, y: 0), Point(x: 0, y: 260), Point(x: 0, y: 130), Point(x: 900, y: -500), Point(x: 200, y: 130),
            Point(x: 200, y: 260), Point(x: 400, y: 260), Point(x: 200, y: 390),
        ]
        let places = try #require(Stability(direction: .down).drawing(of: graph, Self.goOn)).places
        for node in [0, 1, 2, 4, 5, 6, 7] { #expect(places[node] == graph.places[node]) }
        #expect(places[3].y == 390)
    }

    @Test func `with too much out of place all is laid out again`() {
        var graph = LayoutGraph(sizes: Array(repeating: Size(width: 10, height: 10), count: 8), edges: [])
        #expect(Stability().drawing(of: graph, Self.goOn) == nil)
        graph.places = Array(repeating: .zero, count: 8)
        #expect(Stability().drawing(of: graph, Self.goOn) == nil)
        graph.isFixed = Array(repeating: true, count: 8)
        #expect(Stability().drawing(of: graph, Self.goOn)?.places == graph.places.compactMap { $0 })
        #expect(Stability().drawing(of: graph) { _ in false } == nil)
        #expect(Stability().drawing(of: LayoutGraph(sizes: [], edges: []), Self.goOn)?.places == [])
    }

    @Test func `odd sizes and places do no harm`() {
        var graph = LayoutGraph(
            sizes: [0, 1e300, .nan, .infinity, -3, 0, 1, 1].map { Size(width: $0, height: $0) },
            edges: (0..<7).map { LayoutEdge(source: $0, target: $0 + 1) })
        graph.places = (0..<8).map { $0 == 5 ? nil : Point(x: Double($0) * 1e299, y: Double($0 * $0) * 1e300) }
        for direction in Direction.allCases {
            var tree = TreeLayout()
            tree.direction = direction
            for stability in [Stability(), Stability(direction: direction), Stability(tree)] {
                let places = stability.drawing(of: graph, Self.goOn)?.places ?? []
                #expect(places.allSatisfy { $0.isFinite })
            }
        }
    }
}
