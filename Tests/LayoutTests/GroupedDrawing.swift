import Geometry
import Layout
import Seeding

/// A layered drawing of a graph with groups, and what could be wrong with it.
struct GroupedDrawing {
    let graph: LayoutGraph
    let drawing: LayoutDrawing
    let isGroup: [Bool]

    init?(_ graph: LayoutGraph, _ layout: LayeredLayout = LayeredLayout()) {
        guard let drawing = layout.drawing(of: graph, { _ in true }) else { return nil }
        (self.graph, self.drawing) = (graph, drawing)
        var isGroup = graph.sizes.map { _ in false }
        for parent in graph.parents where parent >= 0 { isGroup[parent] = true }
        self.isGroup = isGroup
    }

    var frames: [Rect] {
        zip(drawing.places, drawing.sizes.isEmpty ? graph.sizes : drawing.sizes).map { Rect(origin: $0, size: $1) }
    }

    /// Returns true if a node is held by another, at any depth.
    func isInside(_ node: Int, _ group: Int) -> Bool {
        var parent = graph.parents[node]
        while parent >= 0, parent != group { parent = graph.parents[parent] }
        return parent == group
    }

    /// Pairs of a group and a node that it holds but does not enclose with the padding.
    var sticksOut: Int {
        let frames = frames
        return graph.parents.indices.count { node in
            guard graph.parents[node] >= 0 else { return false }
            let inner = frames[graph.parents[node]].grown(by: 0.01 - graph.padding)
            return !inner.contains(frames[node])
        }
    }

    /// Pairs of nodes or groups that overlap and do not hold one another.
    var overlaps: Int {
        let frames = frames
        return frames.indices.reduce(0) { sum, a in
            sum
                + frames.indices.dropFirst(a + 1).count { b in
                    LayeredDrawing.overlap(frames[a], frames[b]) && !isInside(a, b) && !isInside(b, a)
                }
        }
    }

    /// An edge from anchor to anchor, groups in the middle.
    func way(_ edge: Int) -> [Point] {
        let ends = graph.edges[edge]
        let start = ends.sourceHandle.map { drawing.places[ends.source] + $0.offset } ?? frames[ends.source].center
        let end = ends.targetHandle.map { drawing.places[ends.target] + $0.offset } ?? frames[ends.target].center
        return [start] + drawing.bends[edge] + [end]
    }

    /// Pairs of an edge and a node that it enters though it is neither its end nor within its end.
    var through: Int {
        let frames = frames
        return graph.edges.indices.reduce(0) { sum, edge in
            let ends = graph.edges[edge]
            let way = way(edge)
            return sum
                + frames.indices.count { node in
                    guard !isGroup[node], node != ends.source, node != ends.target else { return false }
                    if isInside(node, ends.source) || isInside(node, ends.target) { return false }
                    return zip(way, way.dropFirst()).contains { LayeredDrawing.enters($0, $1, frames[node]) }
                }
        }
    }

    /// Pairs of an edge and a group that it passes though that holds neither of its ends.
    var throughGroups: Int {
        let frames = frames
        return graph.edges.indices.reduce(0) { sum, edge in
            let ends = graph.edges[edge]
            let way = drawing.bends[edge]
            return sum
                + frames.indices.count { group in
                    isGroup[group] && !isInside(ends.source, group) && !isInside(ends.target, group)
                        && zip(way, way.dropFirst()).contains { LayeredDrawing.enters($0, $1, frames[group]) }
                }
        }
    }

    /// Edges between nodes that hold none and do not lead down.
    var against: Int {
        graph.edges.count { edge in
            !isGroup[edge.source] && !isGroup[edge.target]
                && frames[edge.target].center.y <= frames[edge.source].center.y
        }
    }
}

extension Seeded {
    /// Nodes of many sizes in groups in one another, and edges that lead on from node to node.
    mutating func groupedGraph(groups: Int, nodes: Int, edges: Int) -> LayoutGraph {
        var graph = layeredGraph(nodes: groups + nodes, edges: 0)
        graph.padding = 20
        // The first node of each group is its own, so that none is empty.
        graph.parents = (0..<(groups + nodes)).map { node in
            if node < groups { return node == 0 ? -1 : below(node + 1) - 1 }
            return node < 2 * groups ? node - groups : below(groups + 1) - 1
        }
        for group in 0..<groups { graph.sizes[group] = Size(width: Double(below(300)), height: Double(below(200))) }
        for _ in 0..<edges {
            let (a, b) = (groups + below(nodes), groups + below(nodes))
            if a != b { graph.edges.append(LayoutEdge(source: min(a, b), target: max(a, b))) }
        }
        return graph
    }
}
