import Geometry
import Layout
import Seeding
import Testing

/// Layered drawings of what nobody would draw, and drawings that are stopped.
@Suite struct LayeredBoundsTests {
    @Test func `nothing, and one node, are no work`() throws {
        let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(0, [])))
        #expect(drawn.drawing.places.isEmpty)
        let one = try #require(LayeredDrawing(LayeredLayoutTests.graph(1, [])))
        #expect(one.drawing.places == [.zero])
    }

    @Test(arguments: [0, 1e300, .infinity, .nan, -5, 1e-300])
    func `every size and spacing gives finite places`(_ value: Double) throws {
        var seeded = Seeded(3)
        var graph = seeded.graph(nodes: 12, edges: 16)
        for node in stride(from: 0, to: 12, by: 3) { graph.sizes[node] = Size(width: value, height: 40) }
        for node in stride(from: 1, to: 12, by: 5) { graph.sizes[node] = Size(width: 20, height: value) }
        for edge in stride(from: 0, to: 16, by: 2) {
            graph.edges[edge].sourceHandle = LayoutHandle(side: .left, offset: Point(x: value, y: -value))
            graph.edges[edge].label = Size(width: value, height: value)
        }
        graph.edges.append(LayoutEdge(source: 3, target: 3))
        graph.edges[16].label = Size(width: value, height: value)
        for direction in Direction.allCases {
            var layout = LayeredLayout()
            (layout.direction, layout.nodeSpacing, layout.layerSpacing) = (direction, value, value)
            layout.ratio = value
            let drawing = try #require(LayeredDrawing(graph, layout)).drawing
            #expect(drawing.places.allSatisfy { $0.isFinite })
            #expect(drawing.bends.allSatisfy { $0.allSatisfy(\.isFinite) })
            #expect(drawing.labels.allSatisfy { $0?.isFinite ?? true })
        }
    }

    @Test func `edges whose ends are no nodes are left out`() throws {
        let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(2, [(0, 1), (0, 7), (-1, 1)])))
        #expect(drawn.drawing.bends[1].isEmpty && drawn.drawing.bends[2].isEmpty)
    }

    @Test func `stars, chains, cycles and many equal edges are drawn`() throws {
        let count = 1_000
        let graphs = [
            (1..<count).map { (0, $0) }, (1..<count).map { ($0 - 1, $0) }, (0..<count).map { ($0, ($0 + 1) % count) },
            (0..<count).map { _ in (0, 1) }, (0..<count).map { _ in (0, 0) },
        ]
        for edges in graphs {
            let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(count, edges)))
            #expect(drawn.drawing.places.allSatisfy { $0.isFinite })
        }
    }

    /// A path with edges that span much of it: they would pass more layers than there are nodes squared.
    @Test func `edges that span very many layers lead around the others`() throws {
        let count = 3_000
        var edges = (1..<count).map { ($0 - 1, $0) }
        for node in 0..<(count / 2) { edges.append((node, count - 1 - node / 2)) }
        let drawn = try #require(LayeredDrawing(LayeredLayoutTests.graph(count, edges)))
        #expect(drawn.against.isEmpty)
        #expect(drawn.drawing.bends.reduce(0) { $0 + $1.count } < 40 * edges.count)
    }

    @Test func `a drawing is stopped whenever it is asked`() throws {
        var seeded = Seeded(9)
        let graph = seeded.graph(nodes: 14, edges: 24)
        var asked = 0
        var last = 0.0
        let whole = LayeredLayout().drawing(of: graph) { done in
            asked += 1
            last = max(last, done)
            return done >= 0 && done <= 1
        }
        #expect(whole != nil && asked > 10 && last > 0.5)
        for stop in 0..<min(asked, 20) {
            var calls = 0
            let drawing = LayeredLayout().drawing(of: graph) { _ in
                calls += 1
                return calls <= stop
            }
            // Loops within loops may each look once more.
            #expect(drawing == nil)
            #expect(calls - stop < asked / 3)
        }
    }
}
