import Geometry

/// An edge of a layout: its two nodes, the places where it leaves and arrives, and the space of its label.
public struct LayoutEdge: Sendable {
    /// The number of the node it leaves.
    public var source: Int
    /// The number of the node it arrives at; the source, for a self-loop.
    public var target: Int
    /// The handle where it leaves its source; nil leaves the choice to the layout.
    public var sourceHandle: LayoutHandle?
    /// The handle where it arrives at its target; nil leaves the choice to the layout.
    public var targetHandle: LayoutHandle?
    /// The weight that it has in layers, from 1 on: an edge that weighs more is shorter and straighter.
    public var weight = 1
    /// The size of its label, nil without one.
    public var label: Size?
    /// The corners with which it is drawn as straight lines, in the coordinates of the places of its nodes; nil if it is not
    /// drawn so.
    public var way: [Point]?
    /// Is true if a layout has drawn it as it is; a new edge has no part in the places of nodes yet.
    public var isDrawn = false
    /// Is true if the layout leaves its form as it is; then nothing says whether it is new.
    public var keepsForm = false

    /// An edge whose ends the layout chooses.
    public init(source: Int, target: Int) {
        self.source = source
        self.target = target
    }
}

/// The place where an edge meets its node.
public struct LayoutHandle: Hashable, Sendable {
    /// The side that it faces.
    public var side: Side
    /// The offset from the top-left corner of the node.
    public var offset: Point
    /// Is true if its place counts in every layout: there the edge goes on inside of the node.
    public var isExact: Bool

    /// A handle from its side and place.
    public init(side: Side, offset: Point, isExact: Bool = false) {
        self.side = side
        self.offset = offset
        self.isExact = isExact
    }
}
