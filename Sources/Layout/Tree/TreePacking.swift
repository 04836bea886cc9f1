import Geometry

/// Lays the trees of a forest side by side, and converts coordinates across and along the direction into places.
struct TreePacking {
    private let layout: TreeLayout
    private let forest: TreeForest

    init(layout: TreeLayout, _ forest: TreeForest) {
        self.layout = layout
        self.forest = forest
    }

    /// The place of each node by its number, with the top left of all at (0, 0). The input has the centers across the
    /// direction and the starts along it, by position. Nil when stopped.
    func places(across: [Double], along: [Double], _ isOn: () -> Bool) -> [Point]? {
        let trees = treeNumbers()
        let boxes = bounds(of: trees, across, along)
        let flow = layout.direction
        let packed = Packing.places(
            of: boxes.map(\.size), ratio: flow.isHorizontal ? 1 / Packing.defaultRatio : Packing.defaultRatio,
            spacing: max(layout.nodeSpacing, layout.levelSpacing), isOn)
        guard let corners = packed, isOn() else { return nil }
        var places = Array(repeating: Point.zero, count: forest.count)
        var origin = Point(x: Double.infinity, y: .infinity)
        for position in 0..<forest.count {
            let size = forest.sizes[position]
            let tree = forest.treeCount == 1 ? 0 : Int(trees[position])
            let offset = corners[tree] - boxes[tree].origin
            let place = flow.corner(
                across: across[position] - flow.across(size) / 2 + offset.x, along: along[position] + offset.y, of: size
            )
            places[forest.node(at: position)] = place
            origin = Point(x: min(origin.x, place.x), y: min(origin.y, place.y))
        }
        for node in places.indices { places[node] = places[node] - origin }
        return places
    }

    /// The number of the tree of each position; empty if there is only one tree.
    private func treeNumbers() -> [Int32] {
        if forest.treeCount == 1 { return [] }
        var count: Int32 = 0
        return forest.items.indices.reduce(into: []) { numbers, position in
            let parent = forest.parent(of: position)
            numbers.append(parent >= 0 ? numbers[parent] : count)
            if parent < 0 { count += 1 }
        }
    }

    /// The bounds of each tree: x across the direction, y along it.
    private func bounds(of trees: [Int32], _ across: [Double], _ along: [Double]) -> [Rect] {
        var boxes = Array(repeating: Rect.empty, count: forest.treeCount)
        for position in 0..<forest.count {
            let size = forest.sizes[position]
            let width = layout.direction.across(size)
            let origin = Point(x: across[position] - width / 2, y: along[position])
            let box = Rect(origin: origin, size: Size(width: width, height: layout.direction.along(size)))
            let tree = forest.treeCount == 1 ? 0 : Int(trees[position])
            boxes[tree] = boxes[tree].union(box)
        }
        return boxes
    }
}
