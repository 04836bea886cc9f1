import Geometry
import Layout
import Seeding
import Testing

/// The promises of a layered drawing, for any input.
@Suite struct LayeredLayoutTests {
    static let node = Size(width: 150, height: 60)

    static func graph(_ count: Int, _ edges: [(Int, Int)]) -> LayoutGraph {
        LayoutGraph(
            sizes: Array(repeating: node, count: count), edges: edges.map { LayoutEdge(source: $0.0, target: $0.1) })
    }

    @Test(arguments: 1...10)
    func `generated graphs without cycles go with the flow, around all nodes`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = seeded.layeredGraph(nodes: 3 + seeded.below(25), edges: seeded.below(40))
        var layout = LayeredLayout()
        layout.direction = Direction.allCases[Int(seed) % 4]
        layout.align = LayoutAlignment.allCases[Int(seed) % 3]
        layout.layering = seed % 5 == 0 ? .longestPath : .networkSimplex
        let drawn = try #require(LayeredDrawing(graph, layout))
        #expect(drawn.overlaps == 0)
        #expect(drawn.through == 0)
        #expect(drawn.against.isEmpty)
    }

    @Test(arguments: 1...10)
    func `generated graphs with cycles, loops and parallel edges have no overlaps`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let nodes = 2 + seeded.below(14)
        let graph = seeded.graph(nodes: nodes, edges: seeded.below(2 * nodes))
        let drawn = try #require(LayeredDrawing(graph))
        #expect(drawn.overlaps == 0)
        #expect(drawn.through == 0)
        #expect(drawn.drawing.places.allSatisfy { $0.x >= 0 && $0.y >= 0 })
    }

    @Test(arguments: 1...6)
    func `the spacing between nodes of a layer is kept`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = seeded.layeredGraph(nodes: 20, edges: 28)
        var layout = LayeredLayout()
        (layout.nodeSpacing, layout.layerSpacing) = (37, 61)
        let frames = try #require(LayeredDrawing(graph, layout)).frames
        for (a, frame) in frames.enumerated() {
            let grown = Rect(
                x: frame.minX - 36.5, y: frame.minY, width: frame.width + 73, height: frame.height)
            for b in frames.indices where b != a { #expect(!LayeredDrawing.overlap(grown, frames[b])) }
        }
    }

    @Test(arguments: 1...3)
    func `the same graph gives the same drawing`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = seeded.graph(nodes: 15, edges: 25)
        let first = try #require(LayeredDrawing(graph)).drawing
        let second = try #require(LayeredDrawing(graph)).drawing
        #expect(first.places == second.places && first.bends == second.bends)
    }

    // MARK: Crossings

    @Test func `a grid has no crossings`() throws {
        var edges: [(Int, Int)] = []
        for row in 0..<6 {
            for column in 0..<6 {
                if column < 5 { edges.append((row * 6 + column, row * 6 + column + 1)) }
                if row < 5 { edges.append((row * 6 + column, row * 6 + column + 6)) }
            }
        }
        let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(36, edges)))
        #expect(drawn.crossings == 0)
    }

    @Test(arguments: 1...5)
    func `trees have no crossings, whichever way their edges lead`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let edges = (1..<60).map { (seeded.below($0), $0) }
        let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(60, edges)))
        #expect(drawn.crossings == 0)
        let turned = try #require(LayeredDrawing(LayeredLayoutTests.graph(60, edges.map { ($0.1, $0.0) })))
        #expect(turned.crossings == 0)
    }

    @Test func `children of a tree keep their order`() throws {
        let edges = (1..<40).map { (($0 - 1) / 3, $0) }
        let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(40, edges)))
        for parent in 0..<13 {
            let places = (1...3).map { drawn.drawing.places[3 * parent + $0].x }
            #expect(places == places.sorted())
        }
    }

    @Test func `three by three nodes cross nine times`() throws {
        let edges = (0..<3).flatMap { a in (3..<6).map { (a, $0) } }
        let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(6, edges)))
        #expect(drawn.crossings == 9)
    }

    // MARK: Parts

    @Test func `nodes alone are packed near the ratio`() throws {
        let frames = try #require(LayeredDrawing(LayeredLayoutTests.graph(100, []))).frames
        let width = (frames.map(\.maxX).max() ?? 0) - (frames.map(\.minX).min() ?? 0)
        let height = (frames.map(\.maxY).max() ?? 0) - (frames.map(\.minY).min() ?? 0)
        #expect(width / height > 1 && width / height < 2.5)
    }

    @Test(arguments: Direction.allCases)
    func `what stands for borders lies before and after all that leads to it`(_ direction: Direction) throws {
        var graph = LayeredLayoutTests.graph(9, [(0, 1), (1, 2), (3, 4), (6, 1), (6, 4), (2, 7), (4, 8)])
        graph.borders = Array(repeating: nil, count: 6) + [.entry, .exit, .exit]
        for node in 6..<9 { graph.sizes[node] = Size(width: 0, height: 0) }
        var layout = LayeredLayout()
        layout.direction = direction
        let drawn = try #require(LayeredDrawing(graph, layout))
        for node in 0..<5 {
            #expect(drawn.along(6) < drawn.along(node) && drawn.along(node) < drawn.along(7))
            #expect(drawn.along(node) < drawn.along(8))
        }
        #expect(drawn.through == 0)
    }

    @Test func `edges with the same ends are drawn apart`() throws {
        let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(2, [(0, 1), (0, 1), (1, 0), (0, 0), (0, 0)])))
        #expect(Set(drawn.drawing.bends.map { $0.map(\.x) }).count == 5)
    }
}
