import Geometry

extension ForceLayout {
    /// Lays out a graph; nil if the watch stopped it.
    ///
    /// Fixed nodes stay. The other nodes of their components are laid out around them, from their current places.
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        var last = 0.0
        return laidOut(graph) { done in
            last = min(max(last, done), 1)
            return watch(last)
        }
    }

    private func laidOut(_ graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        let components = Components(of: graph)
        let edges = ForceComponent.edges(of: graph, components)
        let unit = edgeLength(graph.sizes)
        var parts: [ForceComponent] = []
        var done = 0
        for number in 0..<components.count {
            let nodes = Array(components[number])
            let share = Double(nodes.count) / Double(graph.count)
            let before = Double(done) / Double(graph.count)
            var part = ForceComponent(nodes: nodes, edges: edges[number], graph: graph, unit: unit)
            guard part.layOut(self, { watch(0.8 * (before + share * $0)) }) else { return nil }
            parts.append(part)
            done += nodes.count
        }
        let sheet = ForceSheet(layout: self, graph: graph, unit: unit)
        return sheet.places(of: parts) { watch(0.8 + 0.2 * $0) }.map {
            LayoutDrawing(places: $0, bends: Array(repeating: [], count: graph.edges.count))
        }
    }

    /// The wanted length of edges: two usual nodes never come too near, in any direction.
    private func edgeLength(_ sizes: [Size]) -> Double {
        let spacing = nodeSpacing > 0 ? min(nodeSpacing, 1e150) : 0
        let diagonals = sizes.map { size in
            let size = size.clean
            let longer = max(size.width, size.height) + spacing
            let shorter = min(size.width, size.height) + spacing
            return longer > 0 ? longer * (1 + shorter / longer * (shorter / longer)).squareRoot() : 0
        }
        guard !diagonals.isEmpty else { return 1 }
        // A few huge nodes do not lengthen the edges of all others.
        let limit = diagonals.sorted()[diagonals.count / 2] * 8
        let mean = diagonals.reduce(0) { $0 + min($1, limit) / Double(diagonals.count) }
        return max(mean, 1)
    }
}
