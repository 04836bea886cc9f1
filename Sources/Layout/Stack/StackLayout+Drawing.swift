import Geometry

extension StackLayout {
    /// Places for all nodes, from (0, 0); edges have no bends. Nil when stopped.
    ///
    /// - Complexity: O(*n* + *m*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let sizes = graph.sizes.map(\.clean)
        let extents = sizes.map { direction.along($0) }
        let spacing = nodeSpacing > 0 ? min(nodeSpacing, 1e300) : 0
        let breadth = sizes.reduce(0) { max($0, direction.across($1)) }
        let total = extents.reduce(0, +) + spacing * Double(max(graph.count - 1, 0))
        var places = Array(repeating: Point.zero, count: graph.count)
        // A drawing that goes up or left ends at zero.
        var along = direction == .up || direction == .left ? -total : 0
        for node in Self.order(of: graph) {
            let across = (breadth - direction.across(sizes[node])) * align.share
            places[node] = direction.corner(across: across, along: along, of: sizes[node])
            along += extents[node] + spacing
        }
        return LayoutDrawing(places: places, bends: Array(repeating: [], count: graph.edges.count))
    }

    /// The nodes in the order of the paths that the edges form; in document order if edges branch or form a cycle.
    static func order(of graph: LayoutGraph) -> [Int] {
        var next: [Int?] = Array(repeating: nil, count: graph.count)
        var previous = next
        for edge in graph.edges where edge.source != edge.target {
            guard next[edge.source] ?? edge.target == edge.target, previous[edge.target] ?? edge.source == edge.source
            else { return Array(0..<graph.count) }
            (next[edge.source], previous[edge.target]) = (edge.target, edge.source)
        }
        var order: [Int] = []
        let parts = Components(of: graph)
        for part in 0..<parts.count {
            var node = parts[part].first { previous[$0] == nil }
            while let current = node {
                order.append(current)
                node = next[current]
            }
        }
        return order.count == graph.count ? order : Array(0..<graph.count)
    }
}
