import Geometry

extension PackLayout {
    /// Places for all nodes, from (0, 0); a node without a place counts as a separate part. Bends are unknown here and
    /// none are returned; a bend moves with the nodes of its edge.
    /// Returns nil when stopped.
    ///
    /// - Complexity: O((*n* + *m*) log *n*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        var places = graph.places.map { $0?.isFinite == true ? $0 : nil }
        let edges = graph.edges.filter { places[$0.source] != nil && places[$0.target] != nil }
        let parts = Components(nodeCount: graph.count, edges: edges)
        guard watch(0.3), separate(&places, parts, graph, watch) else { return nil }
        var boxes = Array(repeating: Rect.empty, count: parts.count)
        for node in 0..<graph.count {
            let frame = Rect(origin: places[node] ?? .zero, size: graph.sizes[node].clean)
            boxes[parts.numbers[node]] = boxes[parts.numbers[node]].union(frame)
        }
        guard
            let corners = Packing.places(of: boxes.map(\.size), ratio: ratio, spacing: nodeSpacing, { watch(0) })
        else { return nil }
        let packed = (0..<graph.count).map { node in
            let part = parts.numbers[node]
            return (places[node] ?? .zero) - boxes[part].origin + corners[part]
        }
        return LayoutDrawing(places: packed, bends: Array(repeating: [], count: graph.edges.count))
    }

    /// Separates overlapping nodes of one part; false when stopped.
    private func separate(
        _ places: inout [Point?], _ parts: Components, _ graph: LayoutGraph, _ watch: LayoutWatch
    ) -> Bool {
        for part in 0..<parts.count where parts[part].count > 1 {
            if part % 256 == 0, !watch(0) { return false }
            let nodes = parts[part]
            let before = nodes.map { places[$0] ?? .zero }
            let isFixed = Array(repeating: false, count: nodes.count)
            guard
                let after = OverlapRemoval().places(
                    from: before, sizes: nodes.map { graph.sizes[$0] }, isFixed: isFixed, watch: watch)
            else { return false }
            for (node, place) in zip(nodes, after) { places[node] = place }
        }
        return true
    }
}
