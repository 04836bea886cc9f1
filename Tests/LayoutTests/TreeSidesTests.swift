import Geometry
import Layout
import Seeding
import Testing

/// Trees on both sides of their root.
@Suite struct TreeSidesTests {
    private static func laidOut(_ graph: LayoutGraph, _ layout: TreeLayout) throws -> LaidOut {
        LaidOut(graph: graph, places: try #require(layout.drawing(of: graph) { _ in true }).places)
    }

    private static func mindMap(_ direction: Direction) -> TreeLayout {
        var layout = TreeLayout()
        (layout.sides, layout.direction) = (.both, direction)
        return layout
    }

    /// The child of the root, node 0, that each node is or lies below.
    private static func branches(_ graph: LayoutGraph) -> [Int] {
        var branches = Array(0..<graph.count)
        for edge in graph.edges.sorted(by: { $0.target < $1.target }) where edge.source != 0 {
            branches[edge.target] = branches[edge.source]
        }
        return branches
    }

    @Test func `subtrees are divided in a circle around their root`() throws {
        let size = Size(width: 100, height: 40)
        let graph = LayoutGraph(
            sizes: Array(repeating: size, count: 5), edges: (1..<5).map { LayoutEdge(source: 0, target: $0) })
        let laid = try Self.laidOut(graph, Self.mindMap(.right))
        let places = [(180, 45), (360, 0), (360, 90), (0, 90), (0, 0)]
        #expect(laid.places == places.map { Point(x: Double($0.0), y: Double($0.1)) })
        let one = LayoutGraph(sizes: [size, size], edges: [LayoutEdge(source: 0, target: 1)])
        #expect(try Self.laidOut(one, Self.mindMap(.left)).places == [Point(x: 180, y: 0), Point(x: 0, y: 0)])
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `each side is a tree as it is drawn alone`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = seeded.tree(nodes: 3 + seeded.below(150), sizes: seed % 2 == 0)
        var layout = Self.mindMap(Direction.allCases[Int(seed) % 4])
        layout.levels = seed % 3 == 0 ? .own : .shared
        layout.parent = seed % 5 == 0 ? .box : .children
        let laid = try Self.laidOut(graph, layout)
        #expect(laid.overlaps() == 0)
        let branches = Self.branches(graph)
        let isHorizontal = layout.direction.isHorizontal
        func along(_ node: Int) -> Double {
            let offset = laid.frame(node).center - laid.frame(0).center
            let distance = isHorizontal ? offset.x : offset.y
            return layout.direction == .up || layout.direction == .left ? -distance : distance
        }
        let isFirst = (0..<graph.count).map { $0 == 0 || along(branches[$0]) > 0 }
        for node in 1..<graph.count { #expect(isFirst[node] == (along(node) > 0)) }
        // The first side comes first in the order of the edges.
        let sides = graph.edges.filter { $0.source == 0 }.map { isFirst[$0.target] }
        #expect(sides == sides.filter { $0 } + sides.filter { !$0 })
        layout.sides = .one
        let part = graph.edges.filter { isFirst[$0.target] }
        let none = Size(width: 0, height: 0)
        let sizes = graph.sizes.enumerated().map { isFirst[$0.offset] ? $0.element : none }
        let alone = try Self.laidOut(LayoutGraph(sizes: sizes, edges: part), layout)
        for edge in part {
            let offset = (alone.places[edge.target] - alone.places[0]) - (laid.places[edge.target] - laid.places[0])
            #expect(offset.length < 1e-6)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `in the order of places nothing moves again`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = seeded.tree(nodes: 2 + seeded.below(60))
        var layout = Self.mindMap(.right)
        let first = try Self.laidOut(graph, layout)
        layout.order = .place
        let second = try Self.laidOut(first.placed, layout)
        #expect(second.moved(since: first) == 0)
    }

    @Test func `forests, cycles and odd sizes are drawn`() throws {
        var seeded = Seeded(3)
        var graph = seeded.graph(nodes: 200, edges: 180)
        #expect(try Self.laidOut(graph, Self.mindMap(.up)).overlaps() == 0)
        for (node, size) in [1e300, .infinity, .nan, -4].enumerated() {
            graph.sizes[node] = Size(width: size, height: size)
        }
        #expect(try Self.laidOut(graph, Self.mindMap(.down)).places.allSatisfy(\.isFinite))
        #expect(try Self.laidOut(LayoutGraph(sizes: [], edges: []), Self.mindMap(.down)).places.isEmpty)
    }
}
