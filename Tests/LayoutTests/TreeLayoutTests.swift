import Geometry
import Layout
import Seeding
import Testing

/// Tidy trees: the sample of the protocol, and what holds for every tree.
@Suite struct TreeLayoutTests {
    private static func laidOut(_ graph: LayoutGraph, _ layout: TreeLayout = TreeLayout()) throws -> LaidOut {
        LaidOut(graph: graph, places: try #require(layout.drawing(of: graph) { _ in true }).places)
    }

    private static func graph(_ count: Int, _ ends: [(Int, Int)], of size: Size = Size(width: 150, height: 60))
        -> LayoutGraph
    {
        LayoutGraph(
            sizes: Array(repeating: size, count: count), edges: ends.map { LayoutEdge(source: $0.0, target: $0.1) })
    }

    /// Rows below their parent, with their ends in line, and parents over the box of all below.
    private static var stacked: TreeLayout {
        var layout = TreeLayout()
        layout.nodeSpacing = 10
        layout.levelSpacing = 8
        layout.levels = .own
        layout.align = .end
        layout.parent = .box
        return layout
    }

    @Test func `the sample tree is drawn to the digit`() throws {
        // 50 → (17 → (12, 23), 72 → (54, 72)).
        let graph = Self.graph(7, [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)], of: Size(width: 70, height: 70))
        let laid = try Self.laidOut(graph, Self.stacked)
        let centers = (0..<7).map { laid.frame($0).center }
        #expect(
            centers
                == [(155, 35), (75, 113), (235, 113), (35, 191), (115, 191), (195, 191), (275, 191)]
                .map { Point(x: $0.0, y: $0.1) })
        let bounds = (0..<7).reduce(Rect.empty) { $0.union(laid.frame($1)) }
        #expect(bounds == Rect(minX: 0, minY: 0, maxX: 310, maxY: 226))
    }

    @Test func `a shallow subtree beside a deep one ends with it`() throws {
        // A leaf and a subtree of two below a root; the box of the subtree is as wide as its two leaves.
        let graph = Self.graph(5, [(0, 1), (0, 2), (2, 3), (2, 4)], of: Size(width: 70, height: 70))
        let laid = try Self.laidOut(graph, Self.stacked)
        #expect(laid.places[1].y == laid.places[3].y && laid.places[2].y == 78)
        #expect(laid.frame(0).center.x == 115 && laid.frame(1).center.x == 35 && laid.frame(2).center.x == 155)
    }

    @Test func `a wide parent over narrow children has a box of its own width`() throws {
        var graph = Self.graph(3, [(0, 1), (0, 2)], of: Size(width: 10, height: 10))
        graph.sizes[0].width = 100
        let laid = try Self.laidOut(graph, Self.stacked)
        #expect(laid.places == [Point(x: 0, y: 0), Point(x: 35, y: 18), Point(x: 55, y: 18)])
    }

    @Test(arguments: Direction.allCases)
    func `directions turn the drawing`(_ direction: Direction) throws {
        let graph = Self.graph(3, [(0, 1), (0, 2)], of: Size(width: 100, height: 100))
        var layout = TreeLayout()
        layout.direction = direction
        let expected: [Point] =
            switch direction {
            case .down: [Point(x: 75, y: 0), Point(x: 0, y: 180), Point(x: 150, y: 180)]
            case .right: [Point(x: 0, y: 75), Point(x: 180, y: 0), Point(x: 180, y: 150)]
            case .up: [Point(x: 75, y: 180), Point(x: 0, y: 0), Point(x: 150, y: 0)]
            case .left: [Point(x: 180, y: 75), Point(x: 0, y: 0), Point(x: 0, y: 150)]
            }
        let laid = try Self.laidOut(graph, layout)
        #expect(laid.places == expected)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `what holds for every tree holds with all options`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = seeded.tree(nodes: 2 + seeded.below(120), sizes: seed % 2 == 0)
        for levels in TreeLayout.Levels.allCases {
            for align in LayoutAlignment.allCases {
                for parent in TreeLayout.Parent.allCases {
                    var layout = TreeLayout()
                    (layout.levels, layout.align, layout.parent) = (levels, align, parent)
                    try Self.check(graph, layout)
                }
            }
        }
    }

    /// No overlaps, children behind their parents, in order and, but for boxes, parents in their middle.
    private static func check(_ graph: LayoutGraph, _ layout: TreeLayout) throws {
        let laid = try laidOut(graph, layout)
        #expect(laid.overlaps() == 0, "\(layout.levels) \(layout.align) \(layout.parent)")
        var children = Array(repeating: [Rect](), count: graph.count)
        for edge in graph.edges {
            children[edge.source].append(laid.frame(edge.target))
            #expect(laid.frame(edge.target).minY - laid.frame(edge.source).maxY > layout.levelSpacing - 1e-6)
        }
        for (node, row) in children.enumerated() {
            guard let first = row.first, let last = row.last else { continue }
            for (a, b) in zip(row, row.dropFirst()) { #expect(b.minX - a.maxX > layout.nodeSpacing - 1e-6) }
            guard layout.parent == .children else { continue }
            #expect(abs(laid.frame(node).center.x - (first.center.x + last.center.x) / 2) < 1e-6)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a tree in a mirror is drawn as in a mirror`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let graph = seeded.tree(nodes: 100, sizes: seed % 2 == 0)
        var mirrored = graph
        mirrored.edges.reverse()
        let (one, other) = (try Self.laidOut(graph), try Self.laidOut(mirrored))
        let width = (0..<100).reduce(0) { max($0, one.frame($1).maxX) }
        for node in 0..<100 {
            let sum = one.frame(node).center.x + other.frame(node).center.x
            #expect(abs(sum - width) < 1e-6)
            #expect(one.places[node].y == other.places[node].y)
        }
    }

    @Test func `equal subtrees are drawn alike`() throws {
        // The tree of 40 nodes hangs three times below a root, between single nodes.
        var seeded = Seeded(7)
        let part = seeded.tree(nodes: 40)
        var ends: [(Int, Int)] = []
        for copy in 0..<3 {
            ends += [(0, 1 + copy * 41), (0, 2 + copy * 41)]
            ends += part.edges.map { ($0.source + 2 + copy * 41, $0.target + 2 + copy * 41) }
        }
        let laid = try Self.laidOut(Self.graph(124, ends))
        for node in 0..<40 {
            let offsets = (0..<3).map { laid.places[node + 2 + $0 * 41] - laid.places[2 + $0 * 41] }
            #expect((offsets[0] - offsets[1]).length < 1e-6 && (offsets[0] - offsets[2]).length < 1e-6)
        }
    }

    @Test func `children lie in the order of their places where that is asked for`() throws {
        var graph = Self.graph(4, [(0, 1), (0, 2), (0, 3)])
        graph.places = [nil, Point(x: 900, y: 0), nil, Point(x: 100, y: 7)]
        var layout = TreeLayout()
        layout.order = .place
        let laid = try Self.laidOut(graph, layout)
        #expect(laid.places[3].x < laid.places[1].x && laid.places[1].x < laid.places[2].x)
    }

    @Test func `trees of a forest lie side by side and wrap`() throws {
        let ends = (0..<20).flatMap { (tree: Int) -> [(Int, Int)] in
            [(tree * 3, tree * 3 + 1), (tree * 3, tree * 3 + 2)]
        }
        let laid = try Self.laidOut(Self.graph(60, ends))
        #expect(laid.overlaps(gap: 40) == 0)
        #expect(laid.places[0].y == laid.places[3].y && laid.places[0].x < laid.places[3].x)
        #expect(Set((0..<20).map { laid.places[$0 * 3].y }).count > 2)
    }

    @Test func `cycles, loops and parallel edges are drawn by a tree of theirs`() throws {
        let laid = try Self.laidOut(Self.graph(5, [(0, 0), (1, 2), (2, 3), (3, 1), (1, 2), (2, 1), (3, 3), (4, 3)]))
        #expect(laid.overlaps() == 0)
        // Nothing leads into 1 → 2 → 3 but the edge of 4, a root, which reaches 3 first.
        let top = laid.places[4].y
        #expect(laid.places[3].y == top + 140)
        #expect(laid.places[1].y == top + 280)
    }

    @Test func `depth, breadth and sizes are no matter`() throws {
        let deep = try Self.laidOut(Self.graph(100_000, (1..<100_000).map { ($0 - 1, $0) }))
        #expect(deep.places[99_999] == Point(x: 0, y: 140 * 99_999))
        let wide = try Self.laidOut(Self.graph(100_000, (1..<100_000).map { (0, $0) }))
        #expect(wide.places[99_999].x == 200 * 99_998)
        let many = try Self.laidOut(Self.graph(2, (0..<100_000).map { ($0 % 2, 1) }))
        #expect(many.places == [Point(x: 0, y: 0), Point(x: 0, y: 140)])
        var odd = Self.graph(5, [(0, 1), (0, 2), (1, 3), (1, 4)])
        odd.sizes = [1e300, 0, .infinity, .nan, -4].map { Size(width: $0, height: $0) }
        for parent in TreeLayout.Parent.allCases {
            var layout = TreeLayout()
            layout.parent = parent
            let laid = try Self.laidOut(odd, layout)
            #expect(laid.places.allSatisfy { $0.isFinite })
        }
        #expect(try Self.laidOut(Self.graph(0, [])).places.isEmpty)
    }

    @Test func `a watch stops it`() {
        let graph = Self.graph(2, [(0, 1)])
        for steps in 0..<4 {
            var asked = 0
            let drawing = TreeLayout().drawing(of: graph) { _ in
                asked += 1
                return asked <= steps
            }
            #expect(drawing == nil)
        }
    }
}
