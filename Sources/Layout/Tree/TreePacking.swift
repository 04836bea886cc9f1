import Geometry

/// Lays the trees of a forest side by side, and turns distances across and along the direction into places.
struct TreePacking {
    private let layout: TreeLayout
    private let forest: TreeForest

    init(layout: TreeLayout, _ forest: TreeForest) {
        self.layout = layout
        self.forest = forest
    }

    /// The place of each node by its number, with the top-left of all at (0, 0), from the centers across the direction and
    /// the starts along it by position.
    func places(across: [Double], along: [Double]) -> [Point] {
        let trees = treeNumbers()
        let boxes = bounds(of: trees, across, along)
        let flow = layout.direction
        let corners = Packing.places(
            of: boxes.map(\.size), ratio: flow.isHorizontal ? 1 / Packing.defaultRatio : Packing.defaultRatio,
            spacing: max(layout.nodeSpacing, layout.levelSpacing))
        var places = Array(repeating: Point.zero, count: forest.count)
        var origin = Point(x: Double.infinity, y: .infinity)
        for (position, node) in forest.nodes.enumerated() {
            let size = forest.sizes[position]
            let tree = trees[position]
            let offset = corners[tree] - boxes[tree].origin
            let place = flow.corner(
                across: across[position] - flow.across(size) / 2 + offset.x, along: along[position] + offset.y, of: size
            )
            places[node] = place
            origin = Point(x: min(origin.x, place.x), y: min(origin.y, place.y))
        }
        return places.map { $0 - origin }
    }

    /// The number of the tree of each position.
    private func treeNumbers() -> [Int] {
        var count = 0
        var numbers = Array(repeating: 0, count: forest.count)
        for (position, parent) in forest.parents.enumerated() {
            if parent >= 0 {
                numbers[position] = numbers[parent]
            } else {
                numbers[position] = count
                count += 1
            }
        }
        return numbers
    }

    /// The bounds of each tree: x counts across the direction, y along it.
    private func bounds(of trees: [Int], _ across: [Double], _ along: [Double]) -> [Rect] {
        var boxes: [Rect] = []
        for (position, tree) in trees.enumerated() {
            let size = forest.sizes[position]
            let width = layout.direction.across(size)
            let origin = Point(x: across[position] - width / 2, y: along[position])
            let box = Rect(origin: origin, size: Size(width: width, height: layout.direction.along(size)))
            if tree == boxes.count { boxes.append(box) } else { boxes[tree] = boxes[tree].union(box) }
        }
        return boxes
    }
}
