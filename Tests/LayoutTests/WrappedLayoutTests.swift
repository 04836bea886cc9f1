import Geometry
import Layout
import Seeding
import Testing

/// Layered drawings that are cut into pieces side by side.
@Suite struct WrappedLayoutTests {
    private static func chain(_ count: Int) -> LayoutGraph {
        LayoutGraph(
            sizes: Array(repeating: Size(width: 150, height: 60), count: count),
            edges: (1..<count).map { LayoutEdge(source: $0 - 1, target: $0) })
    }

    private static func bounds(_ drawn: LayeredDrawing) -> Rect {
        let frames = drawn.frames.reduce(Rect.empty) { $0.union($1) }
        return drawn.drawing.bends.joined().reduce(frames) { $0.union($1) }
    }

    /// Returns a long graph with branches, edges that lead far, some of them back, and loops.
    private static func long(_ seeded: inout Seeded, isLabeled: Bool) -> LayoutGraph {
        var graph = chain(24)
        for node in 0..<graph.count {
            graph.sizes[node] = Size(width: Double(40 + seeded.below(150)), height: Double(20 + seeded.below(80)))
        }
        for _ in 0..<12 {
            let source = seeded.below(23)
            let target = min(source + seeded.below(6), 23)
            let isBack = seeded.below(5) == 0
            graph.edges.append(LayoutEdge(source: isBack ? target : source, target: isBack ? source : target))
        }
        graph.edges.append(LayoutEdge(source: 2, target: 21))
        for edge in stride(from: 0, to: graph.edges.count, by: 4) where isLabeled {
            graph.edges[edge].label = Size(width: 80, height: 20)
        }
        return graph
    }

    @Test func `a chain is wrapped near to the ratio`() throws {
        let graph = Self.chain(60)
        for direction in Direction.allCases {
            for ratio in [0.5, 1.6, 4] {
                var layout = LayeredLayout()
                (layout.direction, layout.ratio) = (direction, ratio)
                let drawn = try #require(LayeredDrawing(graph, layout))
                let bounds = Self.bounds(drawn)
                #expect(bounds.width / bounds.height > ratio / 1.7 && bounds.width / bounds.height < ratio * 1.7)
                #expect(drawn.overlaps == 0 && drawn.through == 0 && drawn.crossings == 0)
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `no edge passes a node, and no node another`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = Self.long(&seeded, isLabeled: seed < 3)
        var layout = LayeredLayout()
        layout.direction = Direction.allCases[Int(seed) % 4]
        layout.isOrthogonal = seed % 2 == 0
        layout.ratio = 1.6
        let drawn = try #require(LayeredDrawing(graph, layout))
        #expect(drawn.overlaps == 0 && drawn.through == 0)
        #expect(drawn.drawing.bends.joined().allSatisfy { $0.isFinite })
        let bounds = Self.bounds(drawn)
        #expect(bounds.width / bounds.height > 0.6 && bounds.width / bounds.height < 4)
        for (edge, label) in drawn.drawing.labels.enumerated() {
            guard let label, let size = graph.edges[edge].label else { continue }
            let box = Rect(origin: Point(x: label.x - size.width / 2, y: label.y - size.height / 2), size: size)
            #expect(drawn.frames.allSatisfy { !LayeredDrawing.overlap($0, box) })
        }
    }

    @Test func `a drawing to the right is no wider than asked, one down is wrapped by the ratio alone`() throws {
        let graph = Self.chain(30)
        var layout = LayeredLayout()
        let plain = try #require(LayeredDrawing(graph, layout))
        layout.maxWidth = 1000
        #expect(try #require(LayeredDrawing(graph, layout)).drawing.places == plain.drawing.places)
        layout.direction = .right
        let drawn = try #require(LayeredDrawing(graph, layout))
        let bounds = Self.bounds(drawn)
        #expect(bounds.width <= 1000 && bounds.width > 600)
        #expect(drawn.overlaps == 0 && drawn.through == 0)
        layout.direction = .down
        layout.ratio = 4
        let both = try #require(LayeredDrawing(graph, layout))
        #expect(Self.bounds(both).width <= 1000 && both.drawing.places != plain.drawing.places)
    }

    @Test func `what is short enough, constraints and odd numbers change nothing`() throws {
        var graph = Self.chain(4)
        var layout = LayeredLayout()
        let plain = try #require(LayeredDrawing(graph, layout)).drawing
        for number in [.nan, -1, .infinity, 0] {
            (layout.ratio, layout.maxWidth) = (nil, number)
            #expect(try #require(LayeredDrawing(graph, layout)).drawing.places == plain.places)
        }
        for number in [.nan, -1, 0.25] {
            (layout.ratio, layout.maxWidth) = (number, nil)
            #expect(try #require(LayeredDrawing(graph, layout)).drawing.places == plain.places)
        }
        graph = Self.chain(30)
        graph.constraints = [.order([1, 2])]
        layout = LayeredLayout()
        let kept = try #require(LayeredDrawing(graph, layout)).drawing
        layout.ratio = 1
        #expect(try #require(LayeredDrawing(graph, layout)).drawing.places == kept.places)
        // Many short parts are packed, not wrapped.
        graph = Self.chain(200)
        graph.edges = graph.edges.filter { $0.target % 5 > 0 }
        let packed = try #require(LayeredDrawing(graph, layout))
        #expect(packed.against.isEmpty && packed.overlaps == 0)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `groups are cut only between them`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = seeded.groupedGraph(groups: 4, nodes: 24, edges: 10)
        graph.edges += (5..<28).map { LayoutEdge(source: $0 - 1, target: $0) }
        var layout = LayeredLayout()
        layout.ratio = 1.6
        let drawn = try #require(GroupedDrawing(graph, layout))
        #expect(drawn.sticksOut == 0 && drawn.overlaps == 0 && drawn.through == 0)
    }

    @Test(arguments: [1, 4] as [UInt64])
    func `laid out again with what is in place, nothing moves`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = Self.long(&seeded, isLabeled: false)
        var layout = LayeredLayout()
        (layout.ratio, layout.direction) = (1.6, Direction.allCases[Int(seed) % 4])
        var algorithm = LayoutAlgorithm(.layered(layout))
        let first = try #require(algorithm.drawing(of: graph) { _ in true })
        graph.places = first.places
        for edge in graph.edges.indices {
            graph.edges[edge].way = first.bends[edge]
            graph.edges[edge].isDrawn = true
        }
        algorithm.movableShare = 0.1
        let second = try #require(algorithm.drawing(of: graph) { _ in true })
        #expect(second.places == first.places)
        #expect(second.bends == first.bends)
        // What stays where it lies leaves the rest there.
        algorithm.movableShare = nil
        graph.isFixed[7] = true
        let third = try #require(algorithm.drawing(of: graph) { _ in true })
        #expect(third.places == first.places)
    }

    @Test func `a long chain is wrapped into many pieces`() throws {
        var layout = LayeredLayout()
        layout.ratio = 1.6
        let drawn = try #require(LayeredDrawing(Self.chain(300), layout))
        let bounds = Self.bounds(drawn)
        #expect(bounds.width / bounds.height > 1 && bounds.width / bounds.height < 2.5)
    }
}
