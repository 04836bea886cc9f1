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

    /// A layout with the options of the protocol where they are left out.
    public init() {}

    /// Places for all nodes, from (0, 0); edges have no bends. Nil when stopped.
    ///
    /// - Complexity: O(*n* + *m*); with the order of places O(*n* log *n* + *m*).
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let forest = TreeForest(of: graph, sortedBy: order == .place ? placeKeys(of: graph) : nil)
        guard watch(0.3) else { return nil }
        let rows = TreeRows(of: forest, self)
        guard watch(0.5) else { return nil }
        let across = parent == .box ? boxCenters(forest) : contourCenters(forest, rows)
        guard watch(0.9) else { return nil }
        let places = TreePacking(layout: self, forest).places(across: across, along: rows.starts)
        return LayoutDrawing(places: places, bends: Array(repeating: [], count: graph.edges.count))
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
        var rowWidths = Array(repeating: -nodeSpacing, count: forest.count)
        var widths = Array(repeating: 0.0, count: forest.count)
        for position in (0..<forest.count).reversed() {
            widths[position] = max(direction.across(forest.sizes[position]), rowWidths[position])
            let parent = forest.parent(of: position)
            if parent >= 0 { rowWidths[parent] += widths[position] + nodeSpacing }
        }
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

    private func centers(_ forest: TreeForest, _ offsets: consuming [Double]) -> [Double] {
        for position in 0..<forest.count where forest.parent(of: position) >= 0 {
            offsets[position] += offsets[forest.parent(of: position)]
        }
        return offsets
    }
}
