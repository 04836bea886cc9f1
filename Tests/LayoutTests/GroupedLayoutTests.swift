import Geometry
import Layout
import Seeding
import Testing

/// Layered drawings in which nodes hold others.
@Suite struct GroupedLayoutTests {
    private static func drawn(_ seed: UInt64) -> LayoutGraph {
        var seeded = Seeded(seed)
        let nodes = 6 + seeded.below(10)
        return seeded.groupedGraph(groups: 1 + seeded.below(4), nodes: nodes, edges: nodes + seeded.below(nodes))
    }

    private func check(_ drawn: GroupedDrawing) {
        #expect(drawn.overlaps == 0)
        #expect(drawn.sticksOut == 0)
        #expect(drawn.through == 0)
        for (node, size) in drawn.drawing.sizes.enumerated() {
            let least = drawn.graph.sizes[node]
            #expect(drawn.isGroup[node] ? size.width >= least.width && size.height >= least.height : size == least)
        }
    }

    @Test(arguments: 1...12)
    func `groups hold what is theirs and nothing else, and edges lead down around nodes`(_ seed: UInt64) throws {
        let drawn = try #require(GroupedDrawing(Self.drawn(seed)))
        check(drawn)
        #expect(drawn.against == 0)
    }

    @Test(arguments: 1...12)
    func `level and upright legs pass no more frames than lines do`(_ seed: UInt64) throws {
        var graph = Self.drawn(seed + 300)
        let groups = Set(graph.parents)
        graph.edges.removeAll { groups.contains($0.source) || groups.contains($0.target) }
        var layout = LayeredLayout()
        layout.isOrthogonal = true
        let drawn = try #require(GroupedDrawing(graph, layout))
        check(drawn)
        for way in drawn.drawing.bends {
            #expect(zip(way, way.dropFirst()).allSatisfy { abs($0.x - $1.x) < 1e-6 || abs($0.y - $1.y) < 1e-6 })
        }
        #expect(try drawn.throughGroups <= #require(GroupedDrawing(graph)).throughGroups)
    }

    @Test(arguments: 1...12)
    func `cycles and edges of groups break nothing`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = Self.drawn(seed + 100)
        for _ in 0..<(graph.count / 2) {
            graph.edges.append(LayoutEdge(source: seeded.below(graph.count), target: seeded.below(graph.count)))
        }
        let drawn = try #require(GroupedDrawing(graph))
        check(drawn)
    }

    @Test(arguments: 1...12)
    func `every direction, handles, labels and loops keep the laws`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var graph = Self.drawn(seed + 200)
        let groups = Set(graph.parents)
        for edge in graph.edges.indices {
            let ends = graph.edges[edge]
            if seeded.below(2) == 0 {
                graph.edges[edge].label = Size(width: Double(10 + seeded.below(120)), height: 20)
            }
            graph.edges[edge].sourceHandle = seeded.handle(on: graph.sizes[ends.source])
            graph.edges[edge].targetHandle = seeded.handle(on: graph.sizes[ends.target])
        }
        for node in graph.sizes.indices where !groups.contains(node) && seeded.below(6) == 0 {
            graph.edges.append(LayoutEdge(source: node, target: node))
        }
        var layout = LayeredLayout()
        layout.direction = Direction.allCases[Int(seed) % 4]
        layout.align = LayoutAlignment.allCases[Int(seed) % 3]
        if seed % 5 == 0 { layout.layering = .longestPath }
        let drawn = try #require(GroupedDrawing(graph, layout))
        check(drawn)
    }

    @Test(arguments: 1...8)
    func `edges of groups lead from frame to frame, those that lead up too`(_ seed: UInt64) throws {
        var graph = LayoutGraph(sizes: Array(repeating: Size(width: 100, height: 40), count: 8), edges: [])
        graph.parents = [-1, -1, 0, 0, 1, 1, -1, -1]
        graph.padding = 24
        var seeded = Seeded(seed)
        graph.edges = [(0, 1), (2, 3), (4, 5), (6, 0), (1, 7), (3, 4), (1, 0), (7, 6)].map {
            LayoutEdge(source: $0.0, target: $0.1)
        }
        graph.edges.shuffle(using: &seeded)
        let drawn = try #require(GroupedDrawing(graph))
        check(drawn)
        for (index, edge) in graph.edges.enumerated() {
            for (end, corner) in [
                (edge.source, drawn.drawing.bends[index].first), (edge.target, drawn.drawing.bends[index].last),
            ]
            where drawn.isGroup[end] {
                let frame = drawn.frames[end]
                // Straight edges have no corner.
                guard let corner else { continue }
                #expect(corner.y <= frame.minY + 0.01 || corner.y >= frame.maxY - 0.01)
            }
        }
    }

    @Test func `an edge between a group and what it holds is left out`() throws {
        var graph = LayoutGraph(
            sizes: Array(repeating: Size(width: 100, height: 40), count: 4),
            edges: [(0, 2), (2, 0), (0, 0), (1, 2), (2, 3)].map { LayoutEdge(source: $0.0, target: $0.1) })
        graph.parents = [-1, 0, 1, -1]
        let drawn = try #require(GroupedDrawing(graph))
        check(drawn)
        #expect(drawn.drawing.bends.prefix(4).allSatisfy { $0.isEmpty })
    }

    @Test func `groups lie below those that edges lead from, and take little space`() throws {
        // Six groups of six nodes, edges within them and from each to the next two.
        let (groups, each) = (6, 6)
        let sizes = (0..<(groups * (each + 1))).map { Size(width: $0 < groups ? 0 : 100, height: $0 < groups ? 0 : 40) }
        var graph = LayoutGraph(sizes: sizes, edges: [])
        graph.padding = 20
        graph.parents = sizes.indices.map { $0 < groups ? -1 : ($0 - groups) / each }
        for group in 0..<groups {
            let first = groups + group * each
            for node in 1..<each {
                graph.edges.append(LayoutEdge(source: first + (node - 1) / 2, target: first + node))
            }
            for next in (group + 1)..<max(group + 1, min(groups, group + 3)) {
                graph.edges.append(LayoutEdge(source: first + group % each, target: groups + next * each + next % 3))
            }
        }
        let drawn = try #require(GroupedDrawing(graph))
        check(drawn)
        #expect(drawn.against == 0)
        for (above, below) in zip(drawn.frames.prefix(groups), drawn.frames.prefix(groups).dropFirst()) {
            #expect(above.maxY < below.minY)
        }
        let bounds = drawn.frames.reduce(drawn.frames[0]) { $0.union($1) }
        // The nodes of a layer side by side, and the layers one below another.
        #expect(bounds.width <= 700)
        #expect(bounds.height <= 2_200)
    }

    @Test func `groups that many edges join lie side by side`() throws {
        let length = 9
        var graph = LayoutGraph(sizes: Array(repeating: Size(width: 100, height: 40), count: 2 + 2 * length), edges: [])
        graph.parents = [-1, -1] + (0..<(2 * length)).map { $0 / length }
        for node in 0..<length {
            graph.edges.append(LayoutEdge(source: 2 + node, target: 2 + length + node))
            if node == 0 { continue }
            graph.edges.append(LayoutEdge(source: 1 + node, target: 2 + node))
            graph.edges.append(LayoutEdge(source: 1 + length + node, target: 2 + length + node))
        }
        let drawn = try #require(GroupedDrawing(graph))
        check(drawn)
        #expect(drawn.against == 0)
        #expect(drawn.frames[1].minY < drawn.frames[0].maxY)
    }

    @Test func `the same graph is drawn the same, and with nothing to hold as without groups`() throws {
        let graph = Self.drawn(7)
        let (first, second) = (try #require(GroupedDrawing(graph)), try #require(GroupedDrawing(graph)))
        #expect(first.drawing.places == second.drawing.places && first.drawing.bends == second.drawing.bends)
        var flat = graph
        flat.parents = graph.parents.map { _ in -1 }
        let empty = try #require(GroupedDrawing(flat))
        flat.parents = []
        let plain = try #require(GroupedDrawing(flat))
        #expect(plain.drawing.places == empty.drawing.places)
    }

    @Test(arguments: [0, 1e300, .infinity, .nan, -5])
    func `every size and padding gives finite places`(_ value: Double) throws {
        var graph = Self.drawn(11)
        graph.padding = value
        for node in stride(from: 0, to: graph.count, by: 3) { graph.sizes[node] = Size(width: value, height: value) }
        for direction in Direction.allCases {
            var layout = LayeredLayout()
            (layout.direction, layout.nodeSpacing, layout.layerSpacing) = (direction, value, value)
            let drawing = try #require(GroupedDrawing(graph, layout)).drawing
            #expect(drawing.places.allSatisfy { $0.isFinite })
            #expect(drawing.bends.allSatisfy { $0.allSatisfy { $0.isFinite } })
            for group in Set(graph.parents) where group >= 0 {
                #expect(drawing.sizes[group].width.isFinite && drawing.sizes[group].height.isFinite)
            }
        }
    }

    @Test func `groups deep in one another and side by side are drawn`() throws {
        let count = 1_000
        var deep = LayoutGraph(sizes: Array(repeating: Size(width: 10, height: 10), count: count + 2), edges: [])
        deep.parents = [-1] + Array(0..<count) + [-1]
        deep.edges = [LayoutEdge(source: count, target: count + 1)]
        let drawnDeep = try #require(GroupedDrawing(deep))
        #expect(drawnDeep.sticksOut == 0)
        var wide = LayoutGraph(sizes: Array(repeating: Size(width: 10, height: 10), count: 2 * count), edges: [])
        wide.parents = (0..<(2 * count)).map { $0 < count ? -1 : $0 - count }
        wide.edges = (0..<(count - 1)).map { LayoutEdge(source: count + $0, target: count + $0 + 1) }
        let drawnWide = try #require(GroupedDrawing(wide))
        #expect(drawnWide.sticksOut == 0)
    }

    @Test func `a layout that is stopped ends at once, wherever it is`() {
        let graph = Self.drawn(5)
        var asked = 0
        _ = LayeredLayout().drawing(of: graph) { _ in
            asked += 1
            return true
        }
        for stop in Swift.stride(from: 1, through: asked, by: max(1, asked / 8)) {
            var left = stop
            let drawing = LayeredLayout().drawing(of: graph) { _ in
                left -= 1
                return left > 0
            }
            #expect(drawing == nil)
        }
    }
}

extension Seeded {
    fileprivate mutating func handle(on size: Size) -> LayoutHandle? {
        let (x, y) = (Double(below(100)) / 100 * size.width, Double(below(100)) / 100 * size.height)
        switch below(5) {
        case 0: return LayoutHandle(side: .top, offset: Point(x: x, y: 0))
        case 1: return LayoutHandle(side: .bottom, offset: Point(x: x, y: size.height))
        case 2: return LayoutHandle(side: .left, offset: Point(x: 0, y: y))
        case 3: return LayoutHandle(side: .right, offset: Point(x: size.width, y: y))
        default: return nil
        }
    }
}
