/// Places subtrees beside one another, as near as the contours of what they hold allow.
///
/// The tidy drawing of Reingold and Tilford (1981), in linear time for any number of children (Buchheim, Jünger and Leipert
/// 2002) and for nodes of any extent along the direction (van der Ploeg 2014). Extents include half of the spacing, so
/// that neighbors touch. Nodes are positions of the forest; nothing is recursive.
struct TreeContours {
    /// A node of a contour: what going down asks for lies together in memory.
    private struct Node {
        /// How far it lies from its parent, across the direction, by their centers.
        var offset = 0.0
        /// Half of its extent across the direction.
        let half: Double
        /// Where it ends along the direction.
        let bottom: Double
        /// Where the contour goes on below: the first child and the last one or, below a leaf, a node of another subtree;
        /// −1 at the end.
        var left: Int32
        var right: Int32
        /// How far the node that follows a leaf lies from it; not a number above children, which know it themselves.
        var threadOffset = Double.nan
    }

    /// The lowest nodes on both sides of a subtree, and how far they lie from its root.
    private struct Ends {
        var left: Int32
        var right: Int32
        var leftOffset = 0.0
        var rightOffset = 0.0
    }

    /// A place on a contour, and how far it lies from the first sibling.
    private struct Cursor {
        var node: Int32
        var offset: Double
    }

    private let isMirrored: Bool
    private var nodes: [Node] = []
    private var ends: [Ends] = []
    /// What children between two that were pushed apart move by, as steps and as changes of the sum of these.
    private var steps: [Double] = []
    private var changes: [Double] = []
    /// The siblings that can be seen from the right, by how far down they reach; the last one is the nearest.
    private var visible: [(bottom: Double, child: Int)] = []

    /// How far each node lies from its parent across the direction; 0 for roots.
    ///
    /// The mean of the drawings from the left and from the right, so that a tree in a mirror is drawn as in a mirror.
    ///
    /// - Complexity: O(*n*).
    static func offsets(of forest: TreeForest, halves: [Double], bottoms: [Double]) -> [Double] {
        var contours = TreeContours(of: forest, halves, bottoms, isMirrored: false)
        contours.placeAll(forest)
        guard forest.mostChildren > 2 else { return contours.nodes.map(\.offset) }
        var mirrored = TreeContours(of: forest, halves, bottoms, isMirrored: true)
        mirrored.placeAll(forest)
        return contours.nodes.indices.map { (contours.nodes[$0].offset - mirrored.nodes[$0].offset) / 2 }
    }

    private init(of forest: TreeForest, _ halves: [Double], _ bottoms: [Double], isMirrored: Bool) {
        self.isMirrored = isMirrored
        nodes.reserveCapacity(forest.count)
        ends.reserveCapacity(forest.count)
        for node in 0..<forest.count {
            let children = forest.children(of: node)
            let first = children.isEmpty ? -1 : Int32(children.lowerBound)
            let last = children.isEmpty ? -1 : Int32(children.upperBound - 1)
            nodes.append(
                Node(
                    half: halves[node], bottom: bottoms[node], left: isMirrored ? last : first,
                    right: isMirrored ? first : last))
            ends.append(Ends(left: Int32(node), right: Int32(node)))
        }
        guard forest.mostChildren > 2 else { return }
        steps = Array(repeating: 0, count: forest.count)
        changes = steps
    }

    private mutating func placeAll(_ forest: TreeForest) {
        for parent in (0..<forest.count).reversed() where nodes[parent].left >= 0 {
            placeChildren(of: parent, forest.children(of: parent))
        }
    }

    /// Places the children from the first to the last, and centers their parent over these two.
    private mutating func placeChildren(of parent: Int, _ children: Range<Int>) {
        let (first, step) = (Int(nodes[parent].left), isMirrored ? -1 : 1)
        var hull = ends[first]
        if children.count > 1 {
            visible.removeAll(keepingCapacity: true)
            visible.append((nodes[Int(hull.left)].bottom, first))
            var isSpread = false
            for place in 1..<children.count {
                let child = first + place * step
                let bottom = nodes[Int(ends[child].right)].bottom
                if separate(child, from: child - step, &hull) { isSpread = true }
                while let last = visible.last, last.bottom <= bottom { visible.removeLast() }
                visible.append((bottom, child))
            }
            if isSpread { spread(children.count, from: first) }
        }
        let center = nodes[Int(nodes[parent].right)].offset / 2
        for child in children { nodes[child].offset -= center }
        hull.leftOffset -= center
        hull.rightOffset -= center
        ends[parent] = hull
    }

    /// Moves a child to the right of its siblings before it, going down both contours, and joins the contours.
    /// Returns whether siblings between must be spread.
    private mutating func separate(_ child: Int, from sibling: Int, _ hull: inout Ends) -> Bool {
        var right = Cursor(node: Int32(sibling), offset: nodes[sibling].offset)
        var left = Cursor(node: Int32(child), offset: right.offset + nodes[sibling].half + nodes[child].half)
        var seen = visible.count - 1
        var moved = left.offset
        var isSpread = false
        while right.node >= 0, left.node >= 0 {
            let (rightNode, leftNode) = (nodes[Int(right.node)], nodes[Int(left.node)])
            while seen > 0, rightNode.bottom > visible[seen].bottom { seen -= 1 }
            let missing = right.offset + rightNode.half + leftNode.half - left.offset
            if missing > 0 {
                left.offset += missing
                moved += missing
                if noteSpread(from: visible[seen].child, to: child, by: missing) { isSpread = true }
            }
            if rightNode.bottom <= leftNode.bottom { right = below(right, rightNode, rightNode.right) }
            if leftNode.bottom <= rightNode.bottom { left = below(left, leftNode, leftNode.left) }
        }
        nodes[child].offset = moved
        let own = ends[child]
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

    /// The next node down a contour. A child follows a node that is no leaf, and lies from it by its own offset.
    @inline(__always) private func below(_ cursor: Cursor, _ node: Node, _ next: Int32) -> Cursor {
        guard next >= 0 else { return Cursor(node: -1, offset: 0) }
        let step = node.threadOffset.isNaN ? nodes[Int(next)].offset : node.threadOffset
        return Cursor(node: next, offset: cursor.offset + step)
    }

    private mutating func thread(from low: Cursor, to next: Cursor) {
        let node = Int(low.node)
        nodes[node].left = next.node
        nodes[node].right = next.node
        nodes[node].threadOffset = next.offset - low.offset
    }

    /// Shares what a child was moved by among the siblings between it and the one that was in its way.
    private mutating func noteSpread(from first: Int, to child: Int, by distance: Double) -> Bool {
        let gaps = abs(child - first)
        guard gaps > 1 else { return false }
        let step = distance / Double(gaps)
        steps[isMirrored ? first - 1 : first + 1] += step
        steps[child] -= step
        changes[child] -= distance - step
        return true
    }

    private mutating func spread(_ count: Int, from first: Int) {
        var step = 0.0
        var sum = 0.0
        for place in 0..<count {
            let child = isMirrored ? first - place : first + place
            step += steps[child]
            sum += step + changes[child]
            nodes[child].offset += sum
        }
    }
}
