import Geometry

/// Tidy trees: children below their parent, in order, and subtrees that are alike drawn alike.
///
/// A graph that is not a forest is drawn by a forest that spans it; its other edges have no say.
/// Trees of a forest lie side by side, in rows that wrap near to a ratio of 1.6: in one row many trees could not be read.
public struct TreeLayout: Sendable {
    /// The placing of the levels of a tree.
    public enum Levels: String, CaseIterable, Sendable {
        /// Nodes of equal depth lie on one level, or each node lies as near to its parent as its size allows.
        case shared, own
    }

    /// The nodes that a parent is centered over.
    public enum Parent: String, CaseIterable, Sendable {
        /// A parent lies over the middle between its first and its last child, or over the box around all its subtree,
        /// in which nothing of another subtree may lie.
        case children, box
    }

    /// The order of children.
    public enum Order: String, CaseIterable, Sendable {
        /// The order of their edges in the document, or that of their present places.
        case edges, place
    }

    /// The sides of a root on which its subtrees lie.
    public enum Sides: String, CaseIterable, Sendable {
        /// All lie on the side of the direction, or the first ones do and the others on the opposite one: a mind map.
        case one, both
    }

    /// The direction in which edges lead.
    public var direction = Direction.down
    /// The least distance of neighbors, in canvas units.
    public var nodeSpacing = 50.0
    /// The distance of a level from the next one, in canvas units.
    public var levelSpacing = 80.0
    /// The placing of levels: shared by nodes of equal depth, or not.
    public var levels = Levels.shared
    /// The place of nodes in their level, or of subtrees in their row.
    public var align = LayoutAlignment.start
    /// The nodes that parents are centered over.
    public var parent = Parent.children
    /// The order of children.
    public var order = Order.edges
    /// The sides of a root on which its subtrees lie.
    public var sides = Sides.one

    /// A layout with the options of the protocol where they are left out.
    public init() {}

    /// Places for all nodes, from (0, 0); edges have no bends. Nil when stopped.
    ///
    /// - Complexity: O(*n* + *m*); with the order of places O(*n* log *n* + *m*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let forest = TreeForest(of: graph, sortedBy: order == .place ? placeKeys(of: graph) : nil)
        guard watch(0.3) else { return nil }
        let drawn =
            sides == .both ? bothSides(of: forest, graph, watch) : oneSide(of: forest, watch)
        guard let drawn, watch(0.9) else { return nil }
        let packing = TreePacking(layout: self, forest)
        guard let places = packing.places(across: drawn.across, along: drawn.along, { watch(0) }), watch(1) else {
            return nil
        }
        return LayoutDrawing(places: places, bends: Array(repeating: [], count: graph.edges.count))
    }

    /// The center of each node across the direction, from the center of its root, and its start along it; nil when stopped.
    func oneSide(of forest: TreeForest, _ watch: LayoutWatch) -> (across: [Double], along: [Double])? {
        let rows = TreeRows(of: forest, self)
        guard watch(0.5) else { return nil }
        return (parent == .box ? boxCenters(forest) : contourCenters(forest, rows), rows.starts)
    }

    /// Returns the coordinates of nodes now across the direction; those without a place come last.
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

    /// The same where each subtree has a box of its own: the boxes of children lie side by side, centered under the node.
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
