import Geometry
import Host
import Layout

// The rows about layouts, measured in this process on plain graphs.

extension BenchRun {
    func measureLayouts() throws(CommandError) -> [Figure] {
        let (thousand, ten) = (sample(atMost(1000)), sample(atMost(10_000)))
        let hundred = sample(atMost(options.isQuick ? 20_000 : 100_000))
        return [
            try figure("layout-layered-1k", goal: 24, thousand) { LayeredLayout().drawing(of: $0) { _ in true } },
            try figure("layout-layered-10k", goal: 400, ten) { LayeredLayout().drawing(of: $0) { _ in true } },
            try figure("layout-layered", goal: 5000, hundred) { LayeredLayout().drawing(of: $0) { _ in true } },
            try figure("layout-tree-100k", goal: 90, tree(atMost(100_000))) {
                TreeLayout().drawing(of: $0) { _ in true }
            },
            try figure("layout-tree", goal: 200, tree(atMost(options.isQuick ? 200_000 : 1_000_000))) {
                TreeLayout().drawing(of: $0) { _ in true }
            },
            try figure("layout-force-1k", goal: 150, thousand) { ForceLayout().drawing(of: $0) { _ in true } },
            try figure("layout-force-10k", goal: 1000, ten) { ForceLayout().drawing(of: $0) { _ in true } },
            try figure("layout-overlaps-10k", goal: 200, heap(atMost(10_000))) {
                OverlapRemoval().drawing(of: $0) { _ in true }
            },
        ]
    }

    /// The least time of a layout, and the figures of its drawing.
    private func figure(
        _ name: String, goal: Double, _ graph: LayoutGraph, _ layout: (LayoutGraph) -> LayoutDrawing?
    ) throws(CommandError) -> Figure {
        var times: [Double] = []
        var drawing = LayoutDrawing(places: [], bends: [])
        for _ in 0..<(graph.count > 50_000 ? 3 : batches) {
            times.append(
                try timed { () throws(CommandError) in
                    guard let made = layout(graph) else { throw CommandError("a layout was stopped") }
                    drawing = made
                })
        }
        let lines = graph.edges.indices.map { index in
            let ends = [graph.edges[index].source, graph.edges[index].target].map { node in
                Rect(origin: drawing.places[node], size: graph.sizes[node]).center
            }
            return [ends[0]] + drawing.bends[index] + [ends[1]]
        }
        let figures = LayoutFigures(of: lines)
        let crossings = figures.crossings.map { "\($0)" } ?? "uncounted"
        return Figure(
            name, times.least / 1e6, goal: goal, .milliseconds, against: "nothing",
            shown: "\(graph.count) nodes with \(graph.edges.count) edges; \(crossings) crossings")
    }

    private static let size = Size(width: 150, height: 60)

    /// A graph in layers of about √n nodes with 1.5 edges each, most of them to near nodes of the next layer.
    private func sample(_ count: Int) -> LayoutGraph {
        var numbers = SeededNumbers(seed: 51)
        let layers = max(Int(0.7 * Double(count).squareRoot()), 3)
        let width = count / layers
        var graph = LayoutGraph(sizes: Array(repeating: BenchRun.size, count: layers * width), edges: [])
        for node in 0..<graph.count - width {
            for _ in 0..<(node % 2 == 0 ? 2 : 1) {
                let span = numbers.below(5) == 0 ? 2 : 1
                let place = min(max(node % width + numbers.below(5) - 2, 0), width - 1)
                let target = (node / width + span) * width + place
                if target < graph.count { graph.edges.append(LayoutEdge(source: node, target: target)) }
            }
        }
        return graph
    }

    /// A tree in which each node hangs on a random earlier one, with different sizes.
    private func tree(_ count: Int) -> LayoutGraph {
        var numbers = SeededNumbers(seed: 52)
        var sizes: [Size] = []
        for node in 0..<count {
            let (width, height) = (20 + node % 7 * 30, 20 + node % 5 * 20)
            sizes.append(Size(width: Double(width), height: Double(height)))
        }
        let edges = (1..<count).map { LayoutEdge(source: numbers.below($0), target: $0) }
        return LayoutGraph(sizes: sizes, edges: edges)
    }

    /// Overlapping nodes in a third of the space that they need.
    private func heap(_ count: Int) -> LayoutGraph {
        var numbers = SeededNumbers(seed: 53)
        var graph = LayoutGraph(sizes: Array(repeating: BenchRun.size, count: count), edges: [])
        let side = Int((Double(count) * BenchRun.size.width * BenchRun.size.height / 3).squareRoot())
        graph.places = (0..<count).map { _ in
            Point(x: Double(numbers.below(side)), y: Double(numbers.below(side)))
        }
        return graph
    }
}
