import Geometry

extension TreeContours {
    /// Returns the distance of each position of a forest from its parent across the direction; 0 for roots.
    ///
    /// It is the mean of the drawings from the left and from the right, so that a mirrored tree has the mirrored
    /// drawing.
    ///
    /// - Complexity: O(*n*).
    static func offsets(of forest: TreeForest, _ rows: TreeRows, _ layout: TreeLayout) -> [Double] {
        let numbers = depthFirstNumbers(of: forest)
        var counts: [Int32] = Array(repeating: 0, count: forest.count)
        for position in 0..<forest.count {
            counts[Int(numbers[position])] = Int32(forest.children(of: position).count)
        }
        var nodes = nodes(of: forest, numbers, rows, layout)
        place(&nodes, counts, mostChildren: forest.mostChildren, isMirrored: false)
        if forest.mostChildren <= 2 { return numbers.map { nodes[Int($0)].offset } }
        let offsets = nodes.map(\.offset)
        for at in nodes.indices { nodes[at] = Node(half: nodes[at].half, bottom: nodes[at].bottom) }
        place(&nodes, counts, mostChildren: forest.mostChildren, isMirrored: true)
        return numbers.map { (offsets[Int($0)] - nodes[Int($0)].offset) / 2 }
    }

    /// The depth-first number of each position.
    private static func depthFirstNumbers(of forest: TreeForest) -> [Int32] {
        var numbers: [Int32] = Array(repeating: 1, count: forest.count)
        // First the number of nodes of each subtree, then the number of its root.
        for position in (0..<forest.count).reversed() where forest.parent(of: position) >= 0 {
            numbers[forest.parent(of: position)] += numbers[position]
        }
        var next: Int32 = 0
        for position in 0..<forest.count {
            if forest.parent(of: position) < 0 { (numbers[position], next) = (next, next + numbers[position]) }
            var start = numbers[position] + 1
            for child in forest.children(of: position) { (numbers[child], start) = (start, start + numbers[child]) }
        }
        return numbers
    }

    private static func nodes(
        of forest: TreeForest, _ numbers: [Int32], _ rows: TreeRows, _ layout: TreeLayout
    ) -> [Node] {
        Array(unsafeUninitializedCapacity: forest.count) { nodes, count in
            guard let first = nodes.baseAddress else { return }
            for position in 0..<forest.count {
                let half = (layout.direction.across(forest.sizes[position]) + layout.nodeSpacing) / 2
                (first + Int(numbers[position])).initialize(
                    to: Node(half: half, bottom: rows.ends[position]))
            }
            count = forest.count
        }
    }
}
