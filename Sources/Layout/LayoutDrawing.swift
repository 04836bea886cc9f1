import Geometry

/// The result of a layout: a place for each node, and the bends of edges.
public struct LayoutDrawing: Sendable {
    /// The top-left corner of each node.
    public var places: [Point]
    /// The corners of each edge from its source to its target, without its ends; none if it is straight.
    public var bends: [[Point]]

    /// The middle of the space that the label of each edge has, on the way of the edge; nil without one, and empty where
    /// no label has space.
    public var labels: [Point?] = []

    /// The frames of nodes, those that hold others with the size of their contents; empty if none does.
    public var sizes: [Size] = []

    /// Is true if the places are final, beside others that stayed: the drawing is not moved as a whole.
    public var isInPlace: Bool

    /// A drawing from its parts.
    public init(places: [Point], bends: [[Point]], isInPlace: Bool = false) {
        self.places = places
        self.bends = bends
        self.isInPlace = isInPlace
    }
}

/// Asked by layouts again and again while they work, with the share of the work that is done, 0…1: false stops them.
///
/// A layout that was stopped returns nil.
public typealias LayoutWatch = (_ done: Double) -> Bool
