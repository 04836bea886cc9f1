import Geometry
import Layout
import Seeding
import Testing

/// Constraints of layered drawings.
@Suite struct ConstraintTests {
    private static func goOn(_ done: Double) -> Bool { true }

    /// Lays out a graph, checks that the constraints that can be kept are kept and that nothing overlaps.
    private func draw(_ graph: LayoutGraph, _ layout: LayeredLayout = LayeredLayout()) throws -> LaidOut {
        let drawing = try #require(layout.drawing(of: graph, Self.goOn))
        let laid = LaidOut(graph: graph, places: drawing.places)
        #expect(laid.broken(layout.direction) == [])
        #expect(laid.overlaps() == 0)
        return laid
    }

    private func chain(_ count: Int) -> LayoutGraph {
        LayoutGraph(
            sizes: Array(repeating: Size(width: 100, height: 40), count: count),
            edges: (1..<count).map { LayoutEdge(source: $0 - 1, target: $0) })
    }

    @Test func `nodes of a chain lie in one layer`() throws {
        var graph = chain(3)
        graph.constraints = [.layer([1, 2], .same)]
        let laid = try draw(graph)
        #expect(laid.places[1].y == laid.places[2].y)
        #expect(laid.places[0].y < laid.places[1].y)
    }

    @Test func `layers are the first, the last, or have a number`() throws {
        var graph = chain(4)
        graph.sizes.append(Size(width: 20, height: 20))
        graph.constraints = [.layer([4], .number(2)), .layer([3], .last), .layer([0], .first)]
        let laid = try draw(graph)
        #expect(laid.frame(4).center.y == laid.frame(2).center.y)
        graph.constraints = [.layer([4], .last), .layer([0], .first)]
        let last = try draw(graph)
        #expect(last.frame(4).center.y == last.frame(3).center.y)
    }

    @Test func `an edge that is to lead forward is not the one that is turned`() throws {
        var graph = chain(3)
        graph.edges.append(LayoutEdge(source: 2, target: 0))
        #expect(try draw(graph).places[0].y < draw(graph).places[2].y)
        graph.constraints = [.forward([2])]
        #expect(try draw(graph).places[0].y > draw(graph).places[2].y)
    }

    @Test(arguments: Direction.allCases) func `sides and edges are those of the canvas`(_ direction: Direction) throws {
        var graph = LayoutGraph(
            sizes: (0..<8).map { Size(width: 40 + 15 * Double($0), height: 90 - 7 * Double($0)) },
            edges: [(0, 1), (0, 2), (2, 3), (1, 4), (4, 5), (3, 6), (6, 7)].map {
                LayoutEdge(source: $0, target: $1)
            })
        graph.constraints = [
            .align([1, 3], .x, .start), .align([4, 5], .y, .end), .beside(2, 1, .right, gap: 200),
            .beside(0, 7, .bottom, gap: 400), .order([6, 5]),
        ]
        var layout = LayeredLayout()
        layout.direction = direction
        let laid = try draw(graph, layout)
        #expect(ConstraintCheck.distance(from: laid.frame(2), to: laid.frame(1), on: .right) >= 200 - 1e-6)
    }

    @Test func `of two that cannot be kept the later gives way`() throws {
        var graph = chain(3)
        graph.constraints = [.beside(0, 1, .left, gap: nil), .order([0, 1]), .order([1, 0, 2])]
        #expect(graph.refused(.down) == [1])
        _ = try draw(graph)
        graph.constraints = [.layer([0, 1], .same), .align([0, 1], .x, .center), .forward([0])]
        #expect(graph.refused(.down) == [1, 2])
        _ = try draw(graph)
    }

    @Test func `no two nodes of a column share a layer, whatever else puts them there`() throws {
        var graph = chain(4)
        graph.constraints = [.layer([1], .last), .align([2, 3], .x, .center), .layer([1, 2], .first)]
        #expect(graph.refused(.down) == [2])
        _ = try draw(graph)
        // There are two layers, and edges would lead to the second with both nodes of the column.
        graph = chain(5)
        graph.edges = [(0, 1), (2, 3), (0, 4)].map { LayoutEdge(source: $0, target: $1) }
        graph.constraints = [.layer([4], .number(1)), .layer([4], .last), .align([1, 3], .x, .end)]
        #expect(graph.refused(.down) == [])
        _ = try draw(graph)
    }

    @Test(arguments: LayoutAlignment.allCases)
    func `nodes of one layer lie side by side, also those that are aligned along it`(_ align: LayoutAlignment) throws {
        var graph = chain(6)
        graph.edges = []
        graph.sizes[0].height = 200
        graph.constraints = [.align([0, 1], .y, .end), .align([0, 2], .y, .end), .layer([1, 3, 4], .same)]
        graph.edges.append(LayoutEdge(source: 3, target: 5))
        var layout = LayeredLayout()
        layout.align = align
        _ = try draw(graph, layout)
    }

    @Test func `what gives way does so in all parts of a graph`() throws {
        var graph = chain(4)
        graph.edges.remove(at: 1)
        graph.constraints = [.layer([0, 1], .same), .forward([0, 1]), .layer([2, 3], .same)]
        #expect(graph.refused(.down) == [1])
        _ = try draw(graph)
    }

    @Test func `lanes are bands in their order`() throws {
        var graph = chain(12)
        graph.constraints = [.lanes([[11, 0, 4], [1, 5, 7], [], [2, 3, 9]])]
        _ = try draw(graph)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a stable drawing keeps what one from scratch does, and stays`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let count = 4 + seeded.below(16)
        var graph = seeded.graph(nodes: count, edges: seeded.below(2 * count))
        var algorithm = LayoutAlgorithm(.layered(LayeredLayout()))
        graph.places = try #require(algorithm.drawing(of: graph, Self.goOn)).places
        graph.constraints = seeded.constraints(of: graph, count: 1 + seeded.below(3))
        let fresh = try #require(algorithm.drawing(of: graph, Self.goOn))
        algorithm.movableShare = 0.1
        let wanted = LaidOut(graph: graph, places: fresh.places).broken(.down).count
        let stable = try #require(algorithm.drawing(of: graph, Self.goOn))
        #expect(LaidOut(graph: graph, places: stable.places).broken(.down).count <= wanted)
        graph.places = stable.places
        #expect(try #require(algorithm.drawing(of: graph, Self.goOn)).places == stable.places)
        // What breaks none of them leaves the drawing as it is.
        graph.constraints = [.forward(graph.edges.isEmpty ? [] : [0])]
        graph.places = try #require(LayoutAlgorithm(.layered(LayeredLayout())).drawing(of: graph, Self.goOn)).places
        #expect(try #require(algorithm.drawing(of: graph, Self.goOn)).isInPlace)
    }

    @Test(arguments: Array(1...60) + [557, 754, 6693, 9617, 12_742] as [UInt64])
    func `drawings keep what can be kept`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let count = 2 + seeded.below(30)
        var graph = seeded.graph(nodes: count, edges: seeded.below(2 * count))
        for node in 0..<count where seeded.below(3) == 0 {
            graph.sizes[node] = Size(width: Double(20 + seeded.below(200)), height: Double(20 + seeded.below(100)))
        }
        for edge in graph.edges.indices where seeded.below(4) == 0 {
            graph.edges[edge].label = Size(width: 60, height: 20)
        }
        graph.constraints = seeded.constraints(of: graph, count: 1 + seeded.below(6))
        var layout = LayeredLayout()
        layout.direction = Direction.allCases[seeded.below(4)]
        layout.layering = seeded.below(3) == 0 ? .longestPath : .networkSimplex
        layout.align = LayoutAlignment.allCases[seeded.below(3)]
        let laid = try draw(graph, layout)
        #expect(laid.places.allSatisfy { $0.isFinite })
        #expect(try draw(graph, layout).places == laid.places)
    }
}

extension LayoutGraph {
    /// The constraints that give way in a direction.
    fileprivate func refused(_ direction: Direction) -> [Int] {
        FlowConstraints(constraints, sizes: sizes, edges: edges.map { ($0.source, $0.target) }, direction: direction)
            .refused
    }
}

extension LaidOut {
    /// The constraints that the drawing does not keep, without those that give way.
    fileprivate func broken(_ direction: Direction) -> [Int] {
        let refused = Set(graph.refused(direction))
        let kept = graph.constraints.indices.filter { !refused.contains($0) }
        let check = ConstraintCheck(
            kept.map { graph.constraints[$0] }, frames: (0..<graph.count).map { frame($0) },
            edges: graph.edges.map { ($0.source, $0.target) })
        return check.broken(direction).map { kept[$0] }
    }
}

extension Seeded {
    fileprivate mutating func constraints(of graph: LayoutGraph, count: Int) -> [LayoutConstraint] {
        func nodes(_ most: Int) -> [Int] { (0..<(1 + below(most))).map { _ in below(graph.count) } }
        return (0..<count).map { _ in
            switch below(8) {
            case 0: .layer(nodes(4), .same)
            case 1: .layer(nodes(3), [.first, .last, .number(below(6))][below(3)])
            case 2: .order(nodes(5))
            case 3: .lanes((0..<(1 + below(4))).map { _ in nodes(6) })
            case 4, 5:
                .align(nodes(4), LayoutConstraint.Axis.allCases[below(2)], LayoutAlignment.allCases[below(3)])
            case 6:
                .beside(
                    below(graph.count), below(graph.count), [.left, .right, .top, .bottom][below(4)],
                    gap: below(2) == 0 ? nil : Double(below(300)))
            default: .forward(graph.edges.isEmpty ? [] : (0..<3).map { _ in below(graph.edges.count) })
            }
        }
    }
}
