import Geometry

/// The result of a layout: a place for each node, and the bends of edges.
public struct LayoutDrawing: Sendable {
    /// The top-left corner of each node.
    public var places: [Point]
    /// The corners of each edge from its source to its target, without its ends; none if it is straight.
    public var bends: [[Point]]

    /// The middle of the label space on each edge's line, nil for an edge without one; empty if no label has space.
    public var labels: [Point?] = []

    /// The sizes of nodes, where groups have the size of their contents; empty if there are no groups.
    public var sizes: [Size] = []

    /// Is true if the places are final beside nodes that stayed: the drawing is not moved as a whole.
    public var isInPlace: Bool

    /// Makes a drawing from its parts.
    public init(places: [Point], bends: [[Point]], isInPlace: Bool = false) {
        self.places = places
        self.bends = bends
        self.isInPlace = isInPlace
    }
}

/// A function that layouts call repeatedly while they work, with the finished share of the work, 0…1; false stops them.
///
/// A layout that was stopped returns nil.
public typealias LayoutWatch = (_ done: Double) -> Bool
