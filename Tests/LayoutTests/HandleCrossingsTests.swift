import Geometry
import Layout
import Seeding
import Testing

/// The crossings of layered drawings whose edges start at handles.
@Suite struct HandleCrossingsTests {
    /// A tree of messages, some of whose answers lead back.
    private func dialog(_ seed: UInt64, nodes: Int) -> LayoutGraph {
        var seeded = Seeded(seed)
        var parents = [-1]
        var pairs: [(Int, Int)] = []
        for node in 1..<nodes {
            parents.append(max(0, node - 1 - seeded.below(5)))
            pairs.append((parents[node], node))
            if seeded.below(5) > 0 { continue }
            var target = node
            for _ in 0...seeded.below(4) where target > 0 { target = parents[target] }
            pairs.append((node, target))
        }
        return LayeredLayoutTests.graph(nodes, pairs)
    }

    private func crossings(_ graph: LayoutGraph, _ layout: LayeredLayout = LayeredLayout()) throws -> Int {
        let drawn = try #require(LayeredDrawing(graph, layout))
        #expect(drawn.overlaps == 0 && drawn.through == 0)
        return try #require(LayoutFigures(of: graph.edges.indices.map { drawn.way($0) }).crossings)
    }

    /// Lets all edges leave by handles on the lower side of their nodes.
    private func withHandles(_ graph: LayoutGraph, _ offset: (Int) -> Double) -> LayoutGraph {
        var graph = graph
        for edge in graph.edges.indices {
            graph.edges[edge].sourceHandle = LayoutHandle(side: .bottom, offset: Point(x: offset(edge), y: 60))
        }
        return graph
    }

    @Test func `edges from one handle cross hardly more often than those without`() throws {
        var (plain, handled) = (0, 0)
        for seed in 1...4 as ClosedRange<UInt64> {
            let graph = dialog(seed, nodes: 14)
            plain += try crossings(graph)
            handled += try crossings(withHandles(graph) { _ in 75 })
        }
        #expect(Double(handled) <= 1.3 * Double(plain) + 1, "\(handled) against \(plain)")
    }

    @Test(arguments: [[75.0, 75, 75], [30, 75, 120], [40, 60, 130]])
    func `an edge that leads back comes in among the handles of its target`(_ offsets: [Double]) throws {
        // Each of three answers leads to a message from which one leads back.
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 0), (5, 0), (6, 0)]
        let graph = withHandles(LayeredLayoutTests.graph(7, pairs)) { $0 < 3 ? offsets[$0] : 75 }
        #expect(try crossings(graph) == 0)
    }

    @Test(arguments: [2, 3, 6])
    func `edges that bend around one node do not cross there`(_ count: Int) throws {
        // Each leads back to a node of its own.
        let pairs = (0..<count).flatMap { [($0, count), (count, $0)] } + [(count, count + 1)]
        var graph = LayeredLayoutTests.graph(count + 2, pairs)
        for edge in graph.edges.indices where graph.edges[edge].source == count {
            graph.edges[edge].sourceHandle = LayoutHandle(side: .bottom, offset: Point(x: 75, y: 60))
        }
        var layout = LayeredLayout()
        layout.layerSpacing = 120
        #expect(try crossings(graph, layout) <= (count - 2) * (count - 1))
    }
}
