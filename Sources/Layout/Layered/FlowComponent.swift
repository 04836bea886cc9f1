import Geometry

/// A connected part of a graph, ready for the phases, with what leads back to the document.
struct FlowComponent {
    var graph = FlowGraph()
    /// The node of the document, by node.
    let nodes: [Int]
    /// The edges of the document that each edge stands for.
    private(set) var members: [[Int]] = []
    /// Whether an edge of the document leads up in the drawing; by edge and member.
    private(set) var isTurned: [[Bool]] = []
    /// The self-loops of the document, with their node.
    private(set) var loops: [(edge: Int, node: Int)] = []

    /// - Parameter local: the number of each node of the document in its component.
    init(_ document: LayoutGraph, nodes: [Int], edges: [Int], local: [Int], _ frame: FlowFrame, _ layout: LayeredLayout)
    {
        self.nodes = nodes
        for node in nodes {
            let size = frame.size(document.sizes[node])
            graph.halves.append(size.across / 2)
            graph.heights.append(size.along)
        }
        graph.borders = nodes.map { document.border($0) }
        graph.lefts = graph.halves
        graph.rights = graph.halves
        var kept: [Int] = []
        for edge in edges {
            let ends = document.edges[edge]
            if ends.source == ends.target {
                loops.append((edge, local[ends.source]))
            } else {
                kept.append(edge)
            }
        }
        bundle(document, kept, local)
    }

    /// Turns edges until no cycle is left and makes one of those that join the same ends.
    private mutating func bundle(_ document: LayoutGraph, _ edges: [Int], _ local: [Int]) {
        let sources = edges.map { local[document.edges[$0].source] }
        let targets = edges.map { local[document.edges[$0].target] }
        let turned = CycleBreaking.turned(count: nodes.count, sources: sources, targets: targets)
        let uppers = edges.indices.map { turned[$0] ? targets[$0] : sources[$0] }
        let outgoing = Adjacency(count: nodes.count, ends: uppers)
        var found = Array(repeating: -1, count: nodes.count)
        for upper in nodes.indices {
            for at in outgoing[upper] {
                let lower = turned[at] ? sources[at] : targets[at]
                let known = found[lower]
                if known >= 0, graph.uppers[known] == upper {
                    members[known].append(edges[at])
                    isTurned[known].append(turned[at])
                    graph.weights[known] = min(1_000, graph.weights[known] + 1)
                    continue
                }
                found[lower] = graph.edgeCount
                graph.uppers.append(upper)
                graph.lowers.append(lower)
                graph.weights.append(1)
                graph.upperSlots.append(0)
                graph.lowerSlots.append(0)
                graph.upperOffsets.append(0)
                graph.lowerOffsets.append(0)
                members.append([edges[at]])
                isTurned.append([turned[at]])
            }
        }
        graph.thickness = members.map { 10 * Double(min($0.count, 20) - 1) }
    }
}
