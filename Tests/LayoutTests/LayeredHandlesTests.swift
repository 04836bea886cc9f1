import Geometry
import Layout
import Seeding
import Testing

/// How layered drawings treat handles and labels.
@Suite struct LayeredHandlesTests {
    @Test(arguments: 1...8)
    func `edges leave handles on every side without running through nodes`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = seeded.graph(nodes: 8, edges: 12)
        for edge in graph.edges.indices {
            graph.edges[edge].sourceHandle = handle(&seeded)
            graph.edges[edge].targetHandle = handle(&seeded)
        }
        var layout = LayeredLayout()
        layout.direction = Direction.allCases[Int(seed) % 4]
        let drawn = try #require(LayeredDrawing(graph, layout))
        #expect(drawn.overlaps == 0)
        #expect(drawn.through == 0)
        for edge in graph.edges.indices where graph.edges[edge].source != graph.edges[edge].target {
            let way = drawn.way(edge)
            for end in [graph.edges[edge].source, graph.edges[edge].target] {
                let frame = drawn.frames[end]
                let enters = zip(way, way.dropFirst()).contains { LayeredDrawing.enters($0, $1, frame) }
                #expect(!enters, "edge \(edge) runs through its node \(end)")
            }
        }
    }

    private func handle(_ seeded: inout Seeded) -> LayoutHandle {
        switch seeded.below(4) {
        case 0: LayoutHandle(side: .top, offset: Point(x: Double(10 + seeded.below(130)), y: 0))
        case 1: LayoutHandle(side: .bottom, offset: Point(x: Double(10 + seeded.below(130)), y: 60))
        case 2: LayoutHandle(side: .left, offset: Point(x: 0, y: Double(5 + seeded.below(50))))
        default: LayoutHandle(side: .right, offset: Point(x: 150, y: Double(5 + seeded.below(50))))
        }
    }

    /// Two nodes that are joined to two others by handles in a crossed order.
    @Test func `the order of handles decides the order of what they lead to`() throws {
        var graph = LayeredLayoutTests.graph(5, [(0, 1), (0, 2), (0, 3), (0, 4)])
        for edge in 0..<4 {
            graph.edges[edge].sourceHandle = LayoutHandle(
                side: .bottom, offset: Point(x: Double(120 - 30 * edge), y: 60))
        }
        let ordered = try #require(LayeredDrawing(graph)).drawing.places
        #expect(ordered[4].x < ordered[3].x && ordered[3].x < ordered[2].x && ordered[2].x < ordered[1].x)
        var layout = LayeredLayout()
        layout.handles = .free
        let free = try #require(LayeredDrawing(graph, layout)).drawing.places
        #expect(free[1].x < free[2].x && free[2].x < free[3].x && free[3].x < free[4].x)
    }

    @Test(arguments: 1...5)
    func `short labels lie on no node and on no other label, and add no layers`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = LayeredLayoutTests.graph(25, (1..<25).map { (seeded.below($0), $0) })
        let plain = try #require(LayeredDrawing(graph))
        for edge in graph.edges.indices where seeded.below(3) > 0 {
            graph.edges[edge].label = Size(width: Double(20 + seeded.below(60)), height: 20)
        }
        let drawn = try #require(LayeredDrawing(graph))
        let labels = graph.edges.indices.compactMap { label($0, drawn) }
        for (at, label) in labels.enumerated() {
            for frame in drawn.frames { #expect(!LayeredDrawing.overlap(label, frame)) }
            for other in labels[..<at] { #expect(!LayeredDrawing.overlap(label, other)) }
        }
        #expect(Set(drawn.frames.map(\.minY)).count == Set(plain.frames.map(\.minY)).count)
        var layout = LayeredLayout()
        layout.labels = false
        let without = try #require(LayeredDrawing(graph, layout))
        #expect(without.drawing.places == plain.drawing.places)
    }

    /// The box of a label, halfway along its edge between the borders of its nodes.
    private func label(_ edge: Int, _ drawn: LayeredDrawing) -> Rect? {
        guard let size = drawn.graph.edges[edge].label else { return nil }
        var way = drawn.way(edge)
        for end in [drawn.graph.edges[edge].target, drawn.graph.edges[edge].source] {
            way.reverse()
            way[0] = border(of: drawn.frames[end], toward: way[1])
        }
        let length = zip(way, way.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        var left = length / 2
        for (a, b) in zip(way, way.dropFirst()) {
            let step = a.distance(to: b)
            if left <= step, step > 0 {
                let middle = a + (b - a) * (left / step)
                return Rect(
                    x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
            }
            left -= step
        }
        return nil
    }

    private func border(of frame: Rect, toward point: Point) -> Point {
        let middle = Point(x: frame.minX + frame.width / 2, y: frame.minY + frame.height / 2)
        let way = point - middle
        let share = min(
            1, way.x == 0 ? 1 : frame.width / 2 / abs(way.x), way.y == 0 ? 1 : frame.height / 2 / abs(way.y))
        return middle + way * share
    }
}
