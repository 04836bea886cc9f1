import Geometry

extension GridLayout {
    /// Places for all nodes, from (0, 0), at the top-left of their cells; edges have no bends. Nil when stopped.
    ///
    /// - Complexity: O(*n*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let square = Int(Double(graph.count).squareRoot().rounded(.up))
        let columns = columns > 0 ? min(columns, max(graph.count, 1)) : max(square, 1)
        var widths = Array(repeating: 0.0, count: columns)
        var heights = Array(repeating: 0.0, count: (graph.count + columns - 1) / columns)
        for (node, size) in graph.sizes.enumerated() {
            widths[node % columns] = max(widths[node % columns], size.clean.width)
            heights[node / columns] = max(heights[node / columns], size.clean.height)
        }
        let (lefts, tops) = (starts(of: widths), starts(of: heights))
        let places = (0..<graph.count).map { Point(x: lefts[$0 % columns], y: tops[$0 / columns]) }
        return LayoutDrawing(places: places, bends: Array(repeating: [], count: graph.edges.count))
    }

    /// The coordinates at which columns or rows begin.
    private func starts(of extents: [Double]) -> [Double] {
        var next = 0.0
        return extents.map { extent in
            defer { next += extent + nodeSpacing }
            return next
        }
    }
}
