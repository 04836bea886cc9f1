import Geometry
import Layout
import Seeding

/// A graph with its layered drawing, and what could be wrong with it.
struct LayeredDrawing {
    let graph: LayoutGraph
    let layout: LayeredLayout
    let drawing: LayoutDrawing

    init?(_ graph: LayoutGraph, _ layout: LayeredLayout = LayeredLayout()) {
        guard let drawing = layout.drawing(of: graph, { _ in true }) else { return nil }
        (self.graph, self.layout, self.drawing) = (graph, layout, drawing)
    }

    var frames: [Rect] { zip(drawing.places, graph.sizes).map { Rect(origin: $0, size: $1) } }

    func center(_ node: Int) -> Point {
        drawing.places[node] + Point(x: graph.sizes[node].width / 2, y: graph.sizes[node].height / 2)
    }

    /// Returns the position of a node along the flow.
    func along(_ node: Int) -> Double {
        switch layout.direction {
        case .down: center(node).y
        case .up: -center(node).y
        case .right: center(node).x
        case .left: -center(node).x
        }
    }

    /// An edge from anchor to anchor.
    func way(_ edge: Int) -> [Point] {
        let ends = graph.edges[edge]
        let start = ends.sourceHandle.map { drawing.places[ends.source] + $0.offset } ?? center(ends.source)
        let end = ends.targetHandle.map { drawing.places[ends.target] + $0.offset } ?? center(ends.target)
        return [start] + drawing.bends[edge] + [end]
    }

    /// Pairs of nodes that come nearer than a spacing across the flow while they share a layer, or overlap.
    var overlaps: Int {
        let frames = frames
        return frames.indices.reduce(0) { sum, a in
            sum + frames.indices.dropFirst(a + 1).filter { LayeredDrawing.overlap(frames[a], frames[$0]) }.count
        }
    }

    static func overlap(_ a: Rect, _ b: Rect) -> Bool {
        min(a.maxX, b.maxX) - max(a.minX, b.minX) > 0.5 && min(a.maxY, b.maxY) - max(a.minY, b.minY) > 0.5
    }

    /// Pairs of an edge and a node that is not its end, where it enters the node.
    var through: Int {
        var count = 0
        for edge in graph.edges.indices {
            let way = way(edge)
            for (node, frame) in frames.enumerated()
            where node != graph.edges[edge].source && node != graph.edges[edge].target {
                if zip(way, way.dropFirst()).contains(where: { LayeredDrawing.enters($0, $1, frame) }) { count += 1 }
            }
        }
        return count
    }

    static func enters(_ a: Point, _ b: Point, _ frame: Rect) -> Bool {
        var (from, to) = (0.0, 1.0)
        for (start, way, low, high) in [
            (a.x, b.x - a.x, frame.minX + 1, frame.maxX - 1), (a.y, b.y - a.y, frame.minY + 1, frame.maxY - 1),
        ] {
            if way == 0 {
                if start <= low || start >= high { return false }
            } else {
                let (first, second) = ((low - start) / way, (high - start) / way)
                from = max(from, min(first, second))
                to = min(to, max(first, second))
            }
        }
        return from < to
    }

    /// Crossings of edges that share no end.
    var crossings: Int {
        var count = 0
        for a in graph.edges.indices {
            for b in graph.edges.indices.dropFirst(a + 1) {
                let ends = [graph.edges[a].source, graph.edges[a].target]
                if ends.contains(graph.edges[b].source) || ends.contains(graph.edges[b].target) { continue }
                let (first, second) = (way(a), way(b))
                for (p, q) in zip(first, first.dropFirst()) {
                    for (r, s) in zip(second, second.dropFirst()) where LayeredDrawing.cross(p, q, r, s) { count += 1 }
                }
            }
        }
        return count
    }

    static func cross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        func side(_ p: Point, _ q: Point, _ r: Point) -> Double {
            (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }

    /// Edges that lead against the flow, or not at all.
    var against: [Int] {
        graph.edges.indices.filter { along(graph.edges[$0].target) <= along(graph.edges[$0].source) }
    }
}

extension Seeded {
    /// Nodes of many sizes, and edges that lead on.
    mutating func layeredGraph(nodes: Int, edges: Int) -> LayoutGraph {
        var graph = LayoutGraph(
            sizes: (0..<nodes).map { _ in Size(width: Double(20 + below(200)), height: Double(20 + below(120))) },
            edges: [])
        for _ in 0..<edges {
            let (a, b) = (below(nodes), below(nodes))
            if a != b { graph.edges.append(LayoutEdge(source: min(a, b), target: max(a, b))) }
        }
        return graph
    }
}
