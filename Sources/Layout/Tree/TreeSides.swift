import Geometry

// Mind maps: a root in the middle, its first subtrees on the side of the direction, the others on the opposite side.
// Each side is drawn as a separate tree. Subtrees are read in a circle around the root: the opposite side has the
// reverse order.

extension TreeLayout {
    /// The center of each node across the direction, from the center of its root, and its start along the direction;
    /// nil when stopped.
    ///
    /// - Complexity: O(*n*).
    func bothSides(
        of forest: TreeForest, _ graph: LayoutGraph, _ watch: LayoutWatch
    ) -> (across: [Double], along: [Double])? {
        let isOpposite = oppositeSides(forest, graph)
        var (across, along) = (Array(repeating: 0.0, count: forest.count), Array(repeating: 0.0, count: forest.count))
        for side in [false, true] {
            var positions: [Int] = []
            let half = TreeForest(
                of: forest, isOpposite.map { $0 == side }, isReversed: side && order == .edges, positions: &positions)
            guard let drawn = oneSide(of: half, watch) else { return nil }
            // The offset of the mirrored opposite half that makes both roots coincide.
            var offsets = Array(repeating: 0.0, count: half.count)
            for (at, position) in positions.enumerated() {
                let extent = direction.along(half.sizes[at])
                let parent = half.parent(of: at)
                if side {
                    offsets[at] = parent < 0 ? along[position] + drawn.along[at] + extent : offsets[parent]
                    if parent < 0 { continue }
                }
                across[position] = drawn.across[at]
                along[position] = side ? offsets[at] - drawn.along[at] - extent : drawn.along[at]
            }
        }
        return (across, along)
    }

    /// Returns a flag for each position: true if it is a child of a root on the side opposite to the direction.
    ///
    /// In the order of places, children stay on their sides if both sides have some. Else the first children lie on the
    /// side of the direction; their number makes the widths of the boxes on both sides most similar.
    private func oppositeSides(_ forest: TreeForest, _ graph: LayoutGraph) -> [Bool] {
        let widths = boxWidths(forest).boxes
        var isOpposite = Array(repeating: false, count: forest.count)
        for root in 0..<forest.count where forest.parent(of: root) < 0 {
            let children = forest.children(of: root)
            if order == .place, let sides = presentSides(children, of: root, forest, graph) {
                for (child, side) in zip(children, sides) { isOpposite[child] = side }
                continue
            }
            let total = children.reduce(0) { $0 + widths[$1] + nodeSpacing }
            var (sum, best) = (0.0, Double.infinity)
            var count = 0
            for (number, child) in children.enumerated() {
                sum += widths[child] + nodeSpacing
                let difference = abs(total - 2 * sum)
                if difference < best { (best, count) = (difference, number + 1) }
            }
            for child in children.dropFirst(count) { isOpposite[child] = true }
        }
        return isOpposite
    }

    /// Returns a flag for each child of a root: true if it lies before the root along the direction. Nil if all lie on
    /// one side, or the root has no place.
    private func presentSides(
        _ children: Range<Int>, of root: Int, _ forest: TreeForest, _ graph: LayoutGraph
    ) -> [Bool]? {
        func middle(_ position: Int) -> Double? {
            guard let place = graph.places[forest.node(at: position)], place.isFinite else { return nil }
            return direction.along(Rect(origin: place, size: forest.sizes[position]).center)
        }
        guard let center = middle(root) else { return nil }
        let sides = children.map { child in middle(child).map { $0 < center } ?? false }
        return sides.contains(true) && sides.contains(false) ? sides : nil
    }
}
