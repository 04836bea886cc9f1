import Geometry

extension RadialLayout {
    /// Places for all nodes, from (0, 0); edges have no bends. Nil when stopped.
    ///
    /// - Complexity: O(*n* log *n* + *m*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let forest = TreeForest(of: graph, around: root)
        guard watch(0.4) else { return nil }
        var rings = RadialRings(of: forest, self)
        let centers = rings.centers()
        guard watch(0.8), let places = pack(forest, centers, { watch(0) }) else { return nil }
        return LayoutDrawing(places: places, bends: Array(repeating: [], count: graph.edges.count))
    }

    /// Packs the trees; returns corners by the numbers of nodes, nil when stopped.
    private func pack(_ forest: TreeForest, _ centers: [Point], _ isOn: () -> Bool) -> [Point]? {
        var boxes: [Rect] = []
        let corners = zip(centers, forest.sizes).map { Point(x: $0.x - $1.width / 2, y: $0.y - $1.height / 2) }
        for position in 0..<forest.count {
            if forest.parent(of: position) < 0 { boxes.append(.empty) }
            let frame = Rect(origin: corners[position], size: forest.sizes[position])
            boxes[boxes.count - 1] = boxes[boxes.count - 1].union(frame)
        }
        let spacing = max(nodeSpacing, levelSpacing)
        guard let packed = Packing.places(of: boxes.map(\.size), spacing: spacing, isOn) else { return nil }
        var places = Array(repeating: Point.zero, count: forest.count)
        var tree = -1
        for position in 0..<forest.count {
            if forest.parent(of: position) < 0 { tree += 1 }
            places[forest.node(at: position)] = corners[position] - boxes[tree].origin + packed[tree]
        }
        return places
    }
}
