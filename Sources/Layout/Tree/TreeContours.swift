/// Places subtrees side by side, as near as their contours allow.
///
/// The tidy drawing of Reingold and Tilford (1981), in linear time for any number of children (Buchheim, Jünger and
/// Leipert 2002) and for nodes of any extent along the direction (van der Ploeg 2014). Extents include half of the
/// spacing, so that neighbors touch. Nodes are numbered depth first, so that subtrees are contiguous in memory. There
/// is no recursion.
struct TreeContours {
    /// A node of a contour; the fields for going down are contiguous in memory.
    struct Node {
        /// The distance between its center and that of its parent, across the direction.
        var offset = 0.0
        /// The distance from a leaf to the next node of its thread; NaN for inner nodes, which use the offsets of their
        /// children.
        var threadOffset = Double.nan
        /// Half of its extent across the direction.
        let half: Double
        /// The coordinate along the direction at which it ends.
        let bottom: Double
        /// The next nodes of the contours below: the first and the last child or, below a leaf, a node of another
        /// subtree; −1 at the end.
        var left: Int32 = -1
        var right: Int32 = -1
    }

    /// A placed subtree: its root, the lowest nodes on both sides, and their distances from the root.
    private struct Subtree {
        let root: Int32
        var left: Int32
        var right: Int32
        var leftOffset = 0.0
        var rightOffset = 0.0
    }

    /// A position on a contour, and its distance from the first sibling.
    private struct Cursor {
        var node: Int32
        var offset: Double
    }

    private let isMirrored: Bool
    private let nodes: UnsafeMutableBufferPointer<Node>
    /// The subtrees whose parents are not placed yet. The children of the next parent are at the end, its first child
    /// last.
    private var subtrees: [Subtree] = []
    /// The moves of children between two that were pushed apart, as steps and as changes of their sum.
    private var steps: [Double] = []
    private var changes: [Double] = []
    /// The siblings that are visible from the right, by how far down they reach; the nearest one is last.
    private var visible: [(bottom: Double, child: Int)] = []

    /// Places all nodes, from the last to the first.
    ///
    /// - Parameter counts: the number of children of each node.
    /// - Complexity: O(*n*).
    static func place(_ nodes: inout [Node], _ counts: [Int32], mostChildren: Int, isMirrored: Bool) {
        nodes.withUnsafeMutableBufferPointer { nodes in
            var contours = TreeContours(nodes, mostChildren, isMirrored)
            for node in (0..<nodes.count).reversed() { contours.place(node, childCount: Int(counts[node])) }
        }
    }

    private init(_ nodes: UnsafeMutableBufferPointer<Node>, _ mostChildren: Int, _ isMirrored: Bool) {
        (self.nodes, self.isMirrored) = (nodes, isMirrored)
        guard mostChildren > 2 else { return }
        steps = Array(repeating: 0, count: mostChildren)
        changes = steps
    }

    /// Places the children of a node from the first to the last, and centers the node over these two.
    private mutating func place(_ node: Int, childCount count: Int) {
        let index = Int32(truncatingIfNeeded: node)
        guard count > 0 else { return subtrees.append(Subtree(root: index, left: index, right: index)) }
        let (first, step) = isMirrored ? (subtrees.count - count, 1) : (subtrees.count - 1, -1)
        let last = first + (count - 1) * step
        var hull = subtrees[first]
        if count == 2 {
            _ = separate(subtrees[last], 1, from: hull.root, &hull)
        } else if count > 2 {
            joinAll(count, first, step, &hull)
        }
        let center = nodes[Int(subtrees[last].root)].offset / 2
        for child in 0..<count { nodes[Int(subtrees[first + child * step].root)].offset -= center }
        nodes[node].left = subtrees[first].root
        nodes[node].right = subtrees[last].root
        subtrees.removeLast(count)
        subtrees.append(
            Subtree(
                root: index, left: hull.left, right: hull.right, leftOffset: hull.leftOffset - center,
                rightOffset: hull.rightOffset - center))
    }

    private mutating func joinAll(_ count: Int, _ first: Int, _ step: Int, _ hull: inout Subtree) {
        visible.removeAll(keepingCapacity: true)
        visible.append((nodes[Int(hull.left)].bottom, 0))
        var isSpread = false
        var sibling = hull.root
        for child in 1..<count {
            let own = subtrees[first + child * step]
            let bottom = nodes[Int(own.right)].bottom
            if separate(own, child, from: sibling, &hull) { isSpread = true }
            while let last = visible.last, last.bottom <= bottom { visible.removeLast() }
            visible.append((bottom, child))
            sibling = own.root
        }
        if isSpread { spread(count, first, step) }
    }

    /// Moves a child to the right of the siblings before it, along both contours, and joins the contours. Returns true
    /// if the siblings in between must be spread.
    private mutating func separate(_ own: Subtree, _ child: Int, from sibling: Int32, _ hull: inout Subtree) -> Bool {
        let root = Int(own.root)
        let before = nodes[Int(sibling)]
        var right = Cursor(node: sibling, offset: before.offset)
        var left = Cursor(node: own.root, offset: right.offset + before.half + nodes[root].half)
        var seen = child > 1 ? visible.count - 1 : 0
        var moved = left.offset
        var isSpread = false
        while right.node >= 0, left.node >= 0 {
            let (rightNode, leftNode) = (nodes[Int(right.node)], nodes[Int(left.node)])
            while seen > 0, rightNode.bottom > visible[seen].bottom { seen -= 1 }
            let missing = right.offset + rightNode.half + leftNode.half - left.offset
            if missing > 0 {
                left.offset += missing
                moved += missing
                if child > 1, noteSpread(from: visible[seen].child, to: child, by: missing) { isSpread = true }
            }
            if rightNode.bottom <= leftNode.bottom { right = below(right, rightNode, rightNode.right) }
            if leftNode.bottom <= rightNode.bottom { left = below(left, leftNode, leftNode.left) }
        }
        nodes[root].offset = moved
        if left.node >= 0 {
            thread(from: Cursor(node: hull.left, offset: hull.leftOffset), to: left)
            (hull.left, hull.leftOffset) = (own.left, moved + own.leftOffset)
        }
        if right.node >= 0 {
            thread(from: Cursor(node: own.right, offset: moved + own.rightOffset), to: right)
        } else {
            (hull.right, hull.rightOffset) = (own.right, moved + own.rightOffset)
        }
        return isSpread
    }

    /// The next node down a contour. Below an inner node it is a child, at its own offset.
    @inline(__always) private func below(_ cursor: Cursor, _ node: Node, _ next: Int32) -> Cursor {
        guard next >= 0 else { return Cursor(node: -1, offset: 0) }
        let step = node.threadOffset.isNaN ? nodes[Int(next)].offset : node.threadOffset
        return Cursor(node: next, offset: cursor.offset + step)
    }

    private func thread(from low: Cursor, to next: Cursor) {
        let node = Int(low.node)
        nodes[node].left = next.node
        nodes[node].right = next.node
        nodes[node].threadOffset = next.offset - low.offset
    }

    /// Distributes the move of a child among the siblings between it and the sibling that was in its way.
    private mutating func noteSpread(from first: Int, to child: Int, by distance: Double) -> Bool {
        let gaps = child - first
        guard gaps > 1 else { return false }
        let step = distance / Double(gaps)
        steps[first + 1] += step
        steps[child] -= step
        changes[child] -= distance - step
        return true
    }

    private mutating func spread(_ count: Int, _ first: Int, _ direction: Int) {
        var step = 0.0
        var sum = 0.0
        for child in 0..<count {
            step += steps[child]
            sum += step + changes[child]
            nodes[Int(subtrees[first + child * direction].root)].offset += sum
            (steps[child], changes[child]) = (0, 0)
        }
    }
}
