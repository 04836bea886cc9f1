import Geometry

extension TreeLayout {
    /// Places for all nodes, from (0, 0). Edges have bends if leaves are stacked, or if straight lines would cross. Nil
    /// when stopped.
    ///
    /// - Complexity: O(*n* + *m*); with the order of places O(*n* log *n* + *m*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let forest = TreeForest(of: graph, sortedBy: order == .place ? placeKeys(of: graph) : nil)
        guard watch(0.3) else { return nil }
        if mayStack && leaves == .stack {
            return stackedDrawing(of: graph, forest, watch) ?? drawing(of: graph, forest, watch)
        }
        guard let drawing = drawing(of: graph, forest, watch) else { return nil }
        guard mayStack, let maxWidth else { return drawing }
        let width = width(of: drawing, graph)
        // Columns may be wider in the end if other subtrees do not fit below them.
        guard width > maxWidth, let stacked = stackedDrawing(of: graph, forest, watch),
            self.width(of: stacked, graph) < width
        else { return drawing }
        return stacked
    }

    /// Returns nil if no leaves are stacked, or when stopped.
    private func stackedDrawing(of graph: LayoutGraph, _ forest: TreeForest, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard let stacks = TreeStacks(graph, forest, self) else { return nil }
        var columns = TreeForest(of: stacks.graph)
        columns.heads = (0..<columns.count).map { stacks.heads[columns.node(at: $0)] }
        guard let places = places(of: stacks.graph, columns, watch) else { return nil }
        return stacks.expanded(places, TreeLines(stacks.graph, columns, self, places))
    }

    private func width(of drawing: LayoutDrawing, _ graph: LayoutGraph) -> Double {
        let starts = drawing.places.map { direction.across($0) }
        let ends = zip(starts, graph.sizes).map { $0 + direction.across($1.clean) }
        return (ends.max() ?? 0) - (starts.min() ?? 0)
    }

    private func drawing(of graph: LayoutGraph, _ forest: TreeForest, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard let places = places(of: graph, forest, watch) else { return nil }
        return LayoutDrawing(places: places, bends: TreeLines(graph, forest, self, places).bends(of: graph))
    }

    private func places(of graph: LayoutGraph, _ forest: TreeForest, _ watch: LayoutWatch) -> [Point]? {
        let drawn =
            sides == .both ? bothSides(of: forest, graph, watch) : oneSide(of: forest, watch)
        guard let drawn, watch(0.9) else { return nil }
        let packing = TreePacking(layout: self, forest)
        guard let places = packing.places(across: drawn.across, along: drawn.along, { watch(0) }), watch(1) else {
            return nil
        }
        return places
    }

    /// The center of each node across the direction, from the center of its root, and its start along the direction;
    /// nil when stopped.
    func oneSide(of forest: TreeForest, _ watch: LayoutWatch) -> (across: [Double], along: [Double])? {
        let rows = TreeRows(of: forest, self)
        guard watch(0.5) else { return nil }
        return (parent == .box ? boxCenters(forest) : contourCenters(forest, rows), rows.starts)
    }

    /// Returns the current coordinates of nodes across the direction; nodes without a place come last.
    private func placeKeys(of graph: LayoutGraph) -> [Double] {
        zip(graph.places, graph.sizes).map { place, size in
            guard let place, place.isFinite else { return .infinity }
            return direction.across(place) + direction.across(size.clean) / 2
        }
    }

    /// The center of each node across the direction, from the center of its root.
    private func contourCenters(_ forest: TreeForest, _ rows: TreeRows) -> [Double] {
        centers(forest, TreeContours.offsets(of: forest, rows, self))
    }

    /// The same if each subtree has its own box: the boxes of children lie side by side, centered under their parent.
    private func boxCenters(_ forest: TreeForest) -> [Double] {
        let (widths, rowWidths) = boxWidths(forest)
        var offsets = Array(repeating: 0.0, count: forest.count)
        for position in 0..<forest.count {
            var left = -rowWidths[position] / 2
            for child in forest.children(of: position) {
                offsets[child] = left + widths[child] / 2
                left += widths[child] + nodeSpacing
            }
        }
        return centers(forest, offsets)
    }

    /// The width of the box of each subtree, and of the row of boxes below its root.
    func boxWidths(_ forest: TreeForest) -> (boxes: [Double], rows: [Double]) {
        var rows = Array(repeating: -nodeSpacing, count: forest.count)
        var boxes = Array(repeating: 0.0, count: forest.count)
        for position in (0..<forest.count).reversed() {
            boxes[position] = max(direction.across(forest.sizes[position]), rows[position])
            let parent = forest.parent(of: position)
            if parent >= 0 { rows[parent] += boxes[position] + nodeSpacing }
        }
        return (boxes, rows)
    }

    private func centers(_ forest: TreeForest, _ offsets: consuming [Double]) -> [Double] {
        for position in 0..<forest.count where forest.parent(of: position) >= 0 {
            offsets[position] += offsets[forest.parent(of: position)]
        }
        return offsets
    }
}
