import Geometry

/// An edge of a layout: its two nodes, its handles, and the size of its label.
public struct LayoutEdge: Sendable {
    /// The number of the node it leaves.
    public var source: Int
    /// The number of the node it arrives at; the source, for a self-loop.
    public var target: Int
    /// The handle where it leaves its source; nil leaves the choice to the layout.
    public var sourceHandle: LayoutHandle?
    /// The handle where it arrives at its target; nil leaves the choice to the layout.
    public var targetHandle: LayoutHandle?
    /// The weight in layered layouts, from 1 on: heavier edges are shorter and straighter.
    public var weight = 1
    /// The size of its label; nil without one.
    public var label: Size?
    /// The corners of its current straight lines, in the coordinates of its nodes' places; nil if it is not drawn so.
    public var way: [Point]?
    /// Is true if a layout has drawn it in its current state; a new edge has not influenced the places of nodes yet.
    public var isDrawn = false
    /// Is true if the layout keeps its form; then it is unknown if the edge is new.
    public var keepsForm = false

    /// Makes an edge whose ends the layout chooses.
    public init(source: Int, target: Int) {
        self.source = source
        self.target = target
    }
}

/// A place where an edge meets its node.
public struct LayoutHandle: Hashable, Sendable {
    /// The side that it faces.
    public var side: Side
    /// The offset from the top-left corner of the node.
    public var offset: Point
    /// Is true if all layouts must use its exact place, since the edge continues inside the node there.
    public var isExact: Bool

    /// Makes a handle from its side and place.
    public init(side: Side, offset: Point, isExact: Bool = false) {
        self.side = side
        self.offset = offset
        self.isExact = isExact
    }
}
