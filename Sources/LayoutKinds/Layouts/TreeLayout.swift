/// Tidy trees: children below their parent, in order; equal subtrees are drawn equally.
///
/// A graph that is not a forest is drawn by a spanning forest; its other edges are ignored. Trees lie side by side, in
/// rows that wrap near a ratio of 1.6: a single row of many trees would be unreadable.
public struct TreeLayout: Sendable {
    /// The placing of the levels of a tree.
    public enum Levels: String, CaseIterable, Sendable {
        /// Nodes of equal depth share one level, or each node is as near to its parent as its size allows.
        case shared, own
    }

    /// The nodes that a parent is centered over.
    public enum Parent: String, CaseIterable, Sendable {
        /// A parent is above the middle between its first and last child, or above a box around its whole subtree;
        /// boxes do not overlap.
        case children, box
    }

    /// The order of children.
    public enum Order: String, CaseIterable, Sendable {
        /// The order of their edges in the document, or of their current places.
        case edges, place
    }

    /// The sides of a root with its subtrees.
    public enum Sides: String, CaseIterable, Sendable {
        /// All subtrees are on the side of the direction, or the first ones are and the others are on the opposite
        /// side: a mind map.
        case one, both
    }

    /// The placing of the leaves of one parent.
    public enum Leaves: String, CaseIterable, Sendable {
        /// The leaves lie side by side, or in a column below one another, as in an organization chart.
        case row, stack
    }

    /// The direction of edges.
    public var direction = Direction.down
    /// The least distance between neighbors, in canvas units.
    public var nodeSpacing = 50.0
    /// The distance between levels, in canvas units.
    public var levelSpacing = 80.0
    /// The placing of levels: shared by nodes of equal depth, or not.
    public var levels = Levels.shared
    /// The alignment of nodes in their level, or of subtrees in their row.
    public var align = LayoutAlignment.start
    /// The nodes that parents are centered over.
    public var parent = Parent.children
    /// The order of children.
    public var order = Order.edges
    /// The sides of a root with its subtrees.
    public var sides = Sides.one
    /// The placing of leaves; with subtrees on both sides of a root they lie side by side.
    public var leaves = Leaves.row
    /// The width across the direction beyond which leaves are stacked, in canvas units; nil for no limit.
    public var maxWidth: Double?

    /// Is true if edges get corners that make them consist of legs along the axes.
    public var isOrthogonal = false

    /// Is true if leaves may be stacked; their edges then have corners.
    public var mayStack: Bool { sides == .one && (leaves == .stack || maxWidth != nil) }

    /// Makes a layout with the default options of the protocol.
    public init() {}
}
