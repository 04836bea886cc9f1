import Geometry
import Layout
import Seeding
import Testing

/// Nodes on circles.
@Suite struct CircleLayoutTests {
    private static func laidOut(_ graph: LayoutGraph, spacing: Double = 50) throws -> LaidOut {
        var layout = CircleLayout()
        layout.nodeSpacing = spacing
        return LaidOut(graph: graph, places: try #require(layout.drawing(of: graph) { _ in true }).places)
    }

    private static func connected(_ seeded: inout Seeded, nodes: Int, edges: Int, sizes: Bool) -> LayoutGraph {
        var graph = seeded.tree(nodes: nodes, sizes: sizes)
        for _ in 0..<edges {
            graph.edges.append(LayoutEdge(source: seeded.below(nodes), target: seeded.below(nodes)))
        }
        return graph
    }

    /// The crossings of straight edges from middle to middle.
    private static func crossings(_ laid: LaidOut) -> Int {
        let lines = laid.graph.edges.map { [laid.frame($0.source).center, laid.frame($0.target).center] }
        return LayoutFigures(of: lines).crossings ?? .max
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `middles lie on one circle, and nothing is nearer than the spacing`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = Self.connected(&seeded, nodes: 2 + seeded.below(60), edges: 20, sizes: true)
        let laid = try Self.laidOut(graph)
        #expect(laid.overlaps(gap: 50) == 0)
        guard graph.count > 3 else { return }
        // The circle through three of the middles goes through all of them.
        let middles = (0..<graph.count).map { laid.frame($0).center }
        let (a, b, c) = (middles[0], middles[1], middles[2])
        let (u, v) = (b - a, c - a)
        let area = 2 * (u.x * v.y - u.y * v.x)
        let (first, second) = (u.x * u.x + u.y * u.y, v.x * v.x + v.y * v.y)
        let center = a + Point(x: (v.y * first - u.y * second) / area, y: (u.x * second - v.x * first) / area)
        for middle in middles { #expect(abs(middle.distance(to: center) - a.distance(to: center)) < 1e-3) }
    }

    @Test func `a ring and a tree are drawn without crossings`() throws {
        var seeded = Seeded(5)
        let numbers = (0..<40).shuffled(using: &seeded)
        let size = Size(width: 150, height: 60)
        let ring = LayoutGraph(
            sizes: Array(repeating: size, count: 40),
            edges: (0..<40).map { LayoutEdge(source: numbers[$0], target: numbers[($0 + 1) % 40]) })
        #expect(Self.crossings(try Self.laidOut(ring)) == 0)
        let tree = seeded.tree(nodes: 40)
        #expect(Self.crossings(try Self.laidOut(tree)) == 0)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `few edges cross`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = Self.connected(&seeded, nodes: 60, edges: 30, sizes: false)
        var any = 0
        for _ in 0..<4 {
            let order = (0..<60).shuffled(using: &seeded)
            let places = (0..<60).map { Point.unit(at: Double(order[$0]) * Double.pi / 30) * 4000 }
            any += Self.crossings(LaidOut(graph: graph, places: places))
        }
        #expect(Self.crossings(try Self.laidOut(graph)) * 4 < any / 4)
    }

    @Test func `parts have circles of their own, and sizes are no matter`() throws {
        var seeded = Seeded(9)
        var graph = seeded.graph(nodes: 300, edges: 170)
        #expect(try Self.laidOut(graph).overlaps(gap: 50) == 0)
        for (node, side) in [1e300, .infinity, .nan, -4].enumerated() {
            graph.sizes[node] = Size(width: side, height: side)
        }
        #expect(try Self.laidOut(graph, spacing: .infinity).places.allSatisfy(\.isFinite))
        let none = LayoutGraph(
            sizes: Array(repeating: Size(width: 0, height: 0), count: 5),
            edges: (1..<5).map { LayoutEdge(source: 0, target: $0) })
        #expect(try Self.laidOut(none, spacing: 0).places.allSatisfy(\.isFinite))
        #expect(try Self.laidOut(LayoutGraph(sizes: [], edges: [])).places.isEmpty)
    }

    @Test func `a watch stops it`() {
        var seeded = Seeded(2)
        let graph = Self.connected(&seeded, nodes: 20, edges: 20, sizes: false)
        for steps in 0..<3 {
            var asked = 0
            let drawing = CircleLayout().drawing(of: graph) { _ in
                asked += 1
                return asked <= steps
            }
            #expect(drawing == nil)
        }
    }
}
