import Geometry
import Layout
import Seeding
import Testing

/// The treatment of handles and labels in layered drawings.
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

    @Test func `sides of handles count without their order, or not at all`() throws {
        var graph = LayeredLayoutTests.graph(5, [(0, 1), (0, 2), (0, 3), (0, 4)])
        graph.edges[0].sourceHandle = LayoutHandle(side: .top, offset: Point(x: 75, y: 0))
        for edge in 1..<4 {
            graph.edges[edge].sourceHandle = LayoutHandle(
                side: .bottom, offset: Point(x: Double(120 - 30 * edge), y: 60))
        }
        var layout = LayeredLayout()
        for handles in [LayeredLayout.Handles.side, .free] {
            layout.handles = handles
            let drawing = try #require(LayeredDrawing(graph, layout)).drawing
            let places = drawing.places
            #expect(places[2].x < places[3].x && places[3].x < places[4].x)
            #expect(drawing.bends[0].isEmpty == (handles == .free), "it bends around its node")
        }
    }

    /// One child below each of three nodes, by the last of three handles.
    private func forks(_ offsets: [Double]) -> LayoutGraph {
        var graph = LayeredLayoutTests.graph(4, [(0, 1), (0, 2), (0, 3)])
        for (edge, offset) in offsets.enumerated() {
            graph.edges[edge].sourceHandle = LayoutHandle(side: .bottom, offset: Point(x: offset, y: 60))
        }
        return graph
    }

    @Test func `places of handles count only where they are fixed`() throws {
        for offsets in [[20.0, 40, 60], [90, 100, 145]] {
            var layout = LayeredLayout()
            let even = try #require(LayeredDrawing(forks([37.5, 75, 112.5]), layout)).drawing.places
            let ordered = try #require(LayeredDrawing(forks(offsets), layout)).drawing.places
            #expect(ordered == even)
            layout.handles = .fixed
            let fixed = try #require(LayeredDrawing(forks(offsets), layout))
            #expect(fixed.drawing.places != even)
            let handle = fixed.drawing.places[0].x + offsets[1]
            #expect(abs(fixed.center(2).x - handle) <= 1, "the edge in the middle is straight")
        }
    }

    @Test func `a handle whose place is exact counts where handles mean nothing`() throws {
        var graph = forks([100, 60, 20])
        for edge in 0..<3 { graph.edges[edge].sourceHandle?.isExact = true }
        var layout = LayeredLayout()
        layout.handles = .free
        let places = try #require(LayeredDrawing(graph, layout)).drawing.places
        #expect(places[3].x < places[2].x && places[2].x < places[1].x)
    }

    // MARK: Labels

    @Test(arguments: 1...8)
    func `labels of any width, of loops too, have space on their way and add no layers`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let pairs = (1..<25).map { (seeded.below($0), $0) } + (0..<6).map { ($0 / 2, $0 / 2) }
        var graph = LayeredLayoutTests.graph(25, pairs)
        var layout = LayeredLayout()
        layout.direction = Direction.allCases[Int(seed) % 4]
        let plain = try #require(LayeredDrawing(graph, layout))
        #expect(plain.drawing.labels.isEmpty)
        for edge in graph.edges.indices where seeded.below(3) > 0 {
            graph.edges[edge].label = Size(width: Double(20 + seeded.below(180)), height: 20)
        }
        let drawn = try #require(LayeredDrawing(graph, layout))
        var labels: [Rect] = []
        for (edge, middle) in drawn.drawing.labels.enumerated() {
            #expect((middle == nil) == (graph.edges[edge].label == nil))
            guard let middle, let size = graph.edges[edge].label else { continue }
            let origin = middle - Point(x: size.width / 2, y: size.height / 2)
            labels.append(Rect(origin: origin, size: size))
            let way = Path.polyline(RoundedPolyline(drawn.way(edge), radius: 0))
            #expect(way.closest(to: middle).distance < 0.01)
        }
        for (at, label) in labels.enumerated() {
            for frame in drawn.frames { #expect(!LayeredDrawing.overlap(label, frame)) }
            for other in labels[..<at] { #expect(!LayeredDrawing.overlap(label, other)) }
        }
        if !layout.direction.isHorizontal {
            #expect(Set(drawn.frames.map(\.minY)).count == Set(plain.frames.map(\.minY)).count)
        }
        layout.labels = false
        let without = try #require(LayeredDrawing(graph, layout))
        #expect(without.drawing.places == plain.drawing.places && without.drawing.labels.isEmpty)
    }

    // MARK: Borders

    @Test(arguments: 1...6)
    func `borders that are ranked keep their order`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = LayeredLayoutTests.graph(18, (0..<20).map { _ in (seeded.below(6), 6 + seeded.below(6)) })
        for border in 12..<18 {
            let inner = seeded.below(12)
            graph.edges.append(
                border < 15
                    ? LayoutEdge(source: border, target: inner) : LayoutEdge(source: inner, target: border))
            graph.sizes[border] = Size(width: 0, height: 0)
        }
        graph.borders = (0..<18).map { $0 < 12 ? nil : $0 < 15 ? .entry : .exit }
        graph.borderRanks = (0..<18).map { $0 < 12 ? 0 : Double(20 - $0) }
        let places = try #require(LayeredDrawing(graph)).drawing.places
        #expect(places[14].x < places[13].x && places[13].x < places[12].x)
        #expect(places[17].x < places[16].x && places[16].x < places[15].x)
        #expect(places[12...14].allSatisfy { $0.y == places[12].y })
    }
}
