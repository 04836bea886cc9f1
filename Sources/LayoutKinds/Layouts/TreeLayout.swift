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

    /// The placing of the leaves of one parent.
    public enum Leaves: String, CaseIterable, Sendable {
        /// They lie side by side, or below one another in a column, as in the chart of an organization.
        case row, stack
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
    /// The placing of leaves; on both sides of a root they lie side by side.
    public var leaves = Leaves.row
    /// The width across the direction from which on leaves are stacked, in canvas units; nil for none.
    public var maxWidth: Double?

    /// Is true if the corners of edges are such that these consist of legs along the axes.
    public var isOrthogonal = false

    /// Is true if leaves may be stacked, with corners in their edges.
    public var mayStack: Bool { sides == .one && (leaves == .stack || maxWidth != nil) }

    /// A layout with the options of the protocol where they are left out.
    public init() {}
}
