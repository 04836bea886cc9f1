import Geometry

/// The ranges of the nodes of a forest along the direction, by position.
struct TreeRows {
    /// The coordinate at which each node begins.
    private(set) var starts: [Double]
    /// The coordinate at which the space of each node ends: the end of the node or its level, plus the distance to the
    /// next.
    private(set) var ends: [Double]

    init(of forest: TreeForest, _ layout: TreeLayout) {
        starts = Array(repeating: 0, count: forest.count)
        ends = starts
        switch layout.levels {
        case .shared: share(forest, layout)
        case .own: stack(forest, layout)
        }
    }

    /// Makes levels as high as their highest node.
    private mutating func share(_ forest: TreeForest, _ layout: TreeLayout) {
        var heights: [Double] = []
        for position in 0..<forest.count {
            let depth = forest.depth(of: position)
            if depth >= heights.count { heights.append(0) }
            heights[depth] = max(heights[depth], layout.direction.along(forest.head(position)))
        }
        var tops: [Double] = []
        var top = 0.0
        for height in heights {
            tops.append(top)
            top += height + layout.levelSpacing
        }
        for position in 0..<forest.count {
            let depth = forest.depth(of: position)
            let extent = layout.direction.along(forest.head(position))
            let beyond = layout.direction.along(forest.sizes[position]) - extent
            starts[position] = tops[depth] + (heights[depth] - extent) * layout.align.share
            ends[position] = tops[depth] + heights[depth] + layout.levelSpacing + beyond
        }
    }

    /// Puts each subtree directly below its parent, in a row as high as the highest sibling.
    private mutating func stack(_ forest: TreeForest, _ layout: TreeLayout) {
        var heights = Array(repeating: 0.0, count: forest.count)
        var rowHeights = heights
        func extent(_ position: Int) -> Double { layout.direction.along(forest.sizes[position]) }
        for position in (0..<forest.count).reversed() {
            let isLeaf = forest.children(of: position).isEmpty
            heights[position] = extent(position) + (isLeaf ? 0 : layout.levelSpacing + rowHeights[position])
            let parent = forest.parent(of: position)
            if parent >= 0 { rowHeights[parent] = max(rowHeights[parent], heights[position]) }
        }
        for position in 0..<forest.count {
            let parent = forest.parent(of: position)
            if parent >= 0 {
                let rest = (rowHeights[parent] - heights[position]) * layout.align.share
                starts[position] = starts[parent] + extent(parent) + layout.levelSpacing + rest
            }
            ends[position] = starts[position] + extent(position) + layout.levelSpacing
        }
    }
}
