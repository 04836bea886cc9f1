import Geometry
import Layout
import Seeding
import Testing

/// The promises of a force layout, for any input.
@Suite struct ForceLayoutTests {
    private static func graph(_ count: Int, _ ends: [(Int, Int)]) -> LayoutGraph {
        LayoutGraph(
            sizes: Array(repeating: Size(width: 150, height: 60), count: count),
            edges: ends.map { LayoutEdge(source: $0.0, target: $0.1) })
    }

    private static func path(_ count: Int) -> LayoutGraph { graph(count, (1..<count).map { ($0 - 1, $0) }) }

    private static func centers(of graph: LayoutGraph, _ layout: ForceLayout = ForceLayout()) throws -> [Point] {
        let drawing = try #require(layout.drawing(of: graph) { _ in true })
        return zip(drawing.places, graph.sizes).map { Point(x: $0.x + $1.width / 2, y: $0.y + $1.height / 2) }
    }

    /// The diagonal of a node with its spacing.
    private static let unit = (200.0 * 200 + 110 * 110).squareRoot()

    @Test func `nothing and one node are laid out`() throws {
        #expect(try ForceLayoutTests.centers(of: ForceLayoutTests.graph(0, [])).isEmpty)
        let drawing = try #require(ForceLayout().drawing(of: ForceLayoutTests.graph(1, [(0, 0)])) { _ in true })
        #expect(drawing.places == [.zero])
        #expect(drawing.bends == [[]])
    }

    @Test func `two nodes lie one edge apart`() throws {
        let centers = try ForceLayoutTests.centers(of: ForceLayoutTests.path(2))
        #expect(abs(centers[0].distance(to: centers[1]) - ForceLayoutTests.unit) < 0.01)
    }

    @Test(arguments: [3, 5, 12])
    func `a path becomes straight`(_ count: Int) throws {
        let centers = try ForceLayoutTests.centers(of: ForceLayoutTests.path(count))
        for a in 0..<count {
            for b in 0..<a {
                let wanted = Double(a - b) * ForceLayoutTests.unit
                #expect(abs(centers[a].distance(to: centers[b]) - wanted) < 0.01 * wanted)
            }
        }
    }

    @Test(arguments: [3, 4, 7, 20])
    func `a cycle becomes a regular polygon`(_ count: Int) throws {
        let centers = try ForceLayoutTests.centers(
            of: ForceLayoutTests.graph(count, (0..<count).map { ($0, ($0 + 1) % count) }))
        let middle = centers.reduce(.zero) { $0 + $1 * (1 / Double(count)) }
        let radius = centers[0].distance(to: middle)
        let side = centers[0].distance(to: centers[1])
        for node in 0..<count {
            #expect(abs(centers[node].distance(to: middle) - radius) < 0.02 * radius)
            #expect(abs(centers[node].distance(to: centers[(node + 1) % count]) - side) < 0.02 * side)
        }
    }

    @Test func `a grid is drawn without crossings`() throws {
        var ends: [(Int, Int)] = []
        for node in 0..<64 {
            if node % 8 < 7 { ends.append((node, node + 1)) }
            if node < 56 { ends.append((node, node + 8)) }
        }
        let centers = try ForceLayoutTests.centers(of: ForceLayoutTests.graph(64, ends))
        #expect(LayoutFigures(of: ends.map { [centers[$0.0], centers[$0.1]] }).crossings == 0)
    }

    @Test(arguments: 1...25)
    func `generated graphs have no overlaps and one drawing`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let count = 1 + seeded.below(80)
        var graph = seeded.graph(nodes: count, edges: seeded.below(2 * count))
        for node in 0..<count where seeded.below(4) == 0 {
            graph.sizes[node] = Size(width: Double(seeded.below(400)), height: Double(seeded.below(300)))
        }
        let drawing = try #require(ForceLayout().drawing(of: graph) { _ in true })
        let check = OverlapDrawing(places: drawing.places, sizes: graph.sizes)
        #expect(check.fault(in: drawing.places, spacing: 49.9) == nil, "seed \(seed)")
        #expect(ForceLayout().drawing(of: graph) { _ in true }?.places == drawing.places, "seed \(seed)")
        #expect(drawing.bends == graph.edges.map { _ in [] })
    }

    @Test(arguments: 1...25)
    func `fixed nodes stay`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        let count = 1 + seeded.below(60)
        var graph = seeded.graph(nodes: count, edges: seeded.below(2 * count))
        let placed = seeded.below(3)
        for node in 0..<count {
            let isFixed = seeded.below(6) == 0
            graph.isFixed[node] = isFixed
            if isFixed || seeded.below(2) < placed {
                graph.places[node] = Point(x: Double(seeded.below(1500)), y: Double(seeded.below(900)))
            }
        }
        let drawing = try #require(ForceLayout().drawing(of: graph) { _ in true })
        let before = graph.places.map { $0 ?? .zero }
        let check = OverlapDrawing(places: before, sizes: graph.sizes, isFixed: graph.isFixed)
        #expect(check.fault(in: drawing.places) == nil, "seed \(seed)")
    }

    @Test func `around two fixed nodes the others find their places`() throws {
        var graph = ForceLayoutTests.path(5)
        graph.isFixed[0] = true
        graph.isFixed[4] = true
        graph.places[0] = .zero
        graph.places[4] = Point(x: 0, y: 4 * ForceLayoutTests.unit)
        let drawing = try #require(ForceLayout().drawing(of: graph) { _ in true })
        for node in 0..<5 {
            let wanted = Point(x: 0, y: Double(node) * ForceLayoutTests.unit)
            #expect(drawing.places[node].distance(to: wanted) < 10)
        }
    }

    @Test func `nodes in one place, stars, loops and parallel edges are drawn apart`() throws {
        var graph = ForceLayoutTests.graph(300, (0..<1200).map { (0, $0 % 300) })
        graph.places = Array(repeating: Point(x: 5, y: 5), count: 300)
        for isFixed in [false, true] {
            graph.isFixed[0] = isFixed
            let drawing = try #require(ForceLayout().drawing(of: graph) { _ in true })
            let check = OverlapDrawing(places: graph.places.map { $0 ?? .zero }, isFixed: graph.isFixed)
            #expect(check.fault(in: drawing.places) == nil)
        }
    }

    @Test func `components are packed to the ratio`() throws {
        var layout = ForceLayout()
        for ratio in [1.0, 4] {
            layout.aspectRatio = ratio
            let centers = try ForceLayoutTests.centers(
                of: ForceLayoutTests.graph(200, (0..<50).map { ($0, $0 + 50) }), layout)
            let bounds = centers.reduce(Rect.empty) { $0.union($1) }
            #expect(bounds.width / bounds.height > ratio * 0.6 && bounds.width / bounds.height < ratio / 0.6)
        }
    }

    @Test func `large graphs are laid out by pivots`() throws {
        var seeded = Seeded(3)
        let ends = (1..<1500).map { ($0, max(0, $0 - 1 - seeded.below(40))) }
        let graph = ForceLayoutTests.graph(1500, ends)
        let drawing = try #require(ForceLayout().drawing(of: graph) { _ in true })
        #expect(OverlapDrawing(places: drawing.places).fault(in: drawing.places) == nil)
    }

    @Test func `sizes may be nothing or immense`() throws {
        var graph = ForceLayoutTests.path(30)
        for node in 0..<30 {
            graph.sizes[node] =
                [Size(width: 0, height: 0), Size(width: 1e300, height: 1e300), Size(width: 1e9, height: 0)][node % 3]
        }
        for isFixed in [false, true] {
            graph.isFixed[7] = isFixed
            graph.places[7] = Point(x: 1e300, y: -1e300)
            let drawing = try #require(ForceLayout().drawing(of: graph) { _ in true })
            for place in drawing.places { #expect(place.isFinite) }
            #expect(!isFixed || drawing.places[7] == graph.places[7])
        }
    }

    @Test func `a watch stops it at any time`() throws {
        let graph = ForceLayoutTests.path(40)
        var asked = 0
        _ = ForceLayout().drawing(of: graph) { _ in
            asked += 1
            return true
        }
        #expect(asked > 10)
        for stop in 0..<asked {
            var count = 0
            let drawing = ForceLayout().drawing(of: graph) { _ in
                count += 1
                return count <= stop
            }
            #expect(drawing == nil && count == stop + 1)
        }
    }

    @Test func `what is done grows from 0 to 1`() {
        var last = 0.0
        _ = ForceLayout().drawing(of: ForceLayoutTests.path(40)) { done in
            #expect(done >= last && done <= 1)
            last = done
            return true
        }
    }
}
