import Geometry
import Layout
import Seeding
import Testing

/// Layered drawings that are laid out again, flat or with groups, and the nodes that stay.
@Suite struct StableLayeredTests {
    private static func drawn(_ seed: UInt64) throws -> EditedDrawing {
        var seeded = Seeded(seed)
        let nodes = 8 + seeded.below(8)
        var graph =
            seed % 2 == 0
            ? seeded.layeredGraph(nodes: nodes, edges: nodes * 3 / 2)
            : seeded.groupedGraph(groups: 1 + seeded.below(4), nodes: nodes, edges: nodes * 3 / 2)
        // Same sizes make rows that are full.
        if seed % 3 == 0 { graph.sizes = graph.sizes.map { _ in Size(width: 150, height: 60) } }
        var layout = LayeredLayout()
        layout.direction = Direction.allCases[Int(seed / 2 % 4)]
        return try #require(EditedDrawing(graph, layout))
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `laid out again nothing moves, whatever may be moved`(_ seed: UInt64) throws {
        var drawn = try Self.drawn(seed)
        let first = drawn.drawing
        for share in [0, 0.1, 1] {
            let isLaidOut = drawn.layOut(movable: share)
            #expect(isLaidOut)
            #expect(drawn.moved == 0)
            if seed % 2 == 0 { #expect(drawn.drawing.bends == first.bends) }
            #expect(drawn.drawing.sizes == first.sizes)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `after edits no edge passes through a node, and it is settled at once`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var drawn = try Self.drawn(2 * seed)
        for _ in 0..<6 {
            let isEdited = drawn.edit(&seeded)
            #expect(isEdited)
            #expect(drawn.overlaps == 0)
            #expect(drawn.through == 0)
            let settled = drawn.drawing
            let isLaidOut = drawn.layOut()
            #expect(isLaidOut)
            #expect(drawn.drawing.places == settled.places)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `the same edits give the same drawing`(_ seed: UInt64) throws {
        var (first, second) = (try Self.drawn(seed), try Self.drawn(seed))
        var (a, b) = (Seeded(seed), Seeded(seed))
        for _ in 0..<4 {
            let areEdited = (first.edit(&a), second.edit(&b))
            #expect(areEdited == (true, true))
            #expect(first.drawing.places == second.drawing.places && first.drawing.bends == second.drawing.bends)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `groups hold what is theirs after edits`(_ seed: UInt64) throws {
        var seeded = Seeded(seed)
        var drawn = try Self.drawn(2 * seed + 1)
        for _ in 0..<4 {
            let isEdited = drawn.edit(&seeded)
            #expect(isEdited)
            #expect(drawn.sticksOut == 0)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `nodes that stay where they lie leave the rest where it lies`(_ seed: UInt64) throws {
        let drawn = try Self.drawn(seed)
        var graph = drawn.placed
        // Groups have their least sizes, as they had for the first drawing.
        graph.sizes = drawn.graph.sizes
        var seeded = Seeded(seed)
        for _ in 0..<3 { graph.isFixed[seeded.below(graph.count)] = true }
        var layout = LayeredLayout()
        layout.direction = Direction.allCases[Int(seed / 2 % 4)]
        let again = try #require(LayoutAlgorithm(.layered(layout)).drawing(of: graph) { _ in true })
        #expect(again.places == drawn.drawing.places)
    }
}
