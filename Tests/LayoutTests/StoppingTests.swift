import Geometry
import Layout
import Seeding
import Testing

/// Layouts that are stopped end at once, wherever they are.
@Suite struct StoppingTests {
    /// A layout of a graph.
    struct Work: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let algorithm: LayoutAlgorithm
        let graph: LayoutGraph

        init(_ name: String, _ kind: LayoutAlgorithm.Kind, _ graph: LayoutGraph, movable share: Double? = nil) {
            testDescription = name
            var algorithm = LayoutAlgorithm(kind)
            algorithm.movableShare = share
            self.algorithm = algorithm
            self.graph = graph
        }
    }

    /// A tree with half as many edges besides, its nodes scattered over the canvas.
    private static func graph(_ count: Int) -> LayoutGraph {
        var seeded = Seeded(7)
        var graph = seeded.tree(nodes: count, sizes: true)
        for _ in 0..<count / 2 {
            let (a, b) = (seeded.below(count), seeded.below(count))
            graph.edges.append(LayoutEdge(source: min(a, b), target: max(a, b)))
        }
        graph.places = (0..<count).map { _ in
            Point(x: Double(seeded.below(100 * count)) / 10, y: Double(seeded.below(100 * count)) / 10)
        }
        graph.values = (0..<count).map { _ in Double(seeded.below(1000)) }
        return graph
    }

    /// One node with edges to all others, which are joined in a ring.
    private static func wheel(_ count: Int) -> LayoutGraph {
        var graph = graph(count)
        graph.edges = (1..<count).flatMap { node in
            [LayoutEdge(source: 0, target: node), LayoutEdge(source: node, target: node % (count - 1) + 1)]
        }
        return graph
    }

    static let works: [Work] = {
        let (large, small) = (graph(3000), graph(150))
        var loose = large
        loose.edges = []
        var labelled = small
        for edge in labelled.edges.indices { labelled.edges[edge].label = Size(width: 40, height: 16) }
        var held = small
        for node in 0..<20 { held.isFixed[node] = true }
        var grouped = small
        grouped.parents = (0..<small.count).map { $0 < 20 ? -1 : $0 % 20 }
        grouped.edges.removeAll { $0.source < 20 || $0.target < 20 }
        var placed = large
        for node in 0..<300 { placed.places[10 * node] = nil }
        var constrained = small
        constrained.constraints = [.layer([100, 101], .last)]
        var orthogonal = LayeredLayout()
        orthogonal.isOrthogonal = true
        var longest = LayeredLayout()
        longest.layering = .longestPath
        var wrapped = LayeredLayout()
        wrapped.ratio = 1.6
        var sides = TreeLayout()
        sides.sides = .both
        var ordered = OverlapRemoval()
        ordered.keepsOrder = true
        return [
            Work("layered", .layered(LayeredLayout()), small),
            Work("layered, loose", .layered(LayeredLayout()), loose),
            Work("layered, labels", .layered(longest), labelled),
            Work("layered, orthogonal", .layered(orthogonal), labelled),
            Work("layered, wrapped", .layered(wrapped), small),
            Work("layered, held", .layered(LayeredLayout()), held),
            Work("layered, groups", .layered(LayeredLayout()), grouped),
            Work("layered, constrained", .layered(LayeredLayout()), constrained),
            Work("layered, stable", .layered(LayeredLayout()), small, movable: 0.2),
            Work("tree", .tree(TreeLayout()), large),
            Work("tree, both sides", .tree(sides), large),
            Work("tree, loose", .tree(TreeLayout()), loose),
            Work("radial", .radial(RadialLayout()), large),
            Work("radial, loose", .radial(RadialLayout()), loose),
            Work("force", .force(ForceLayout()), small),
            Work("force, loose", .force(ForceLayout()), loose),
            Work("grid", .grid(GridLayout()), large),
            Work("pack", .pack(PackLayout()), large),
            Work("pack, loose", .pack(PackLayout()), loose),
            Work("circle", .circle(CircleLayout()), small),
            Work("circle, wheel", .circle(CircleLayout()), wheel(1000)),
            Work("circle, loose", .circle(CircleLayout()), loose),
            Work("stack", .stack(StackLayout()), large),
            Work("timeline", .timeline(TimelineLayout()), large),
            Work("place", .place(PlaceLayout()), placed),
            Work("removeOverlaps", .removeOverlaps(OverlapRemoval()), large),
            Work("removeOverlaps, in order", .removeOverlaps(ordered), large),
        ]
    }()

    /// No more than a third of the whole is done after a stop; of what is short as a whole, as much as it takes to sort the
    /// nodes some times.
    @Test(arguments: works) func `no layout works for long without a look at its watch`(_ work: Work) {
        let sorting = Looks.longest { _ in
            _ = work.graph.places.sorted { ($0 ?? .zero).x < ($1 ?? .zero).x }
        }.whole
        let (part, whole) = Looks.longest(runs: 2) { look in
            _ = work.algorithm.drawing(of: work.graph) { _ in
                look()
                return true
            }
        }
        #expect(part < max(whole / 3, 8 * sorting))
    }

    @Test(arguments: works) func `a layout that is stopped has no drawing`(_ work: Work) {
        #expect(work.algorithm.drawing(of: work.graph) { _ in false } == nil)
    }
}
