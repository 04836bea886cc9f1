import Geometry

/// A graph as layouts see it: nodes and edges by their number, in the order of the document.
///
/// Groups are laid out one in another by whoever calls, the innermost first, and count here as nodes; or, for layouts that
/// take them, they are nodes that hold others.
public struct LayoutGraph: Sendable {
    /// The frame of each node, in canvas units.
    public var sizes: [Size]
    /// The top-left corner of each node as it lies now, nil without a place.
    public var places: [Point?]
    /// The nodes that stay in their places, true for each of them; each has a place.
    public var isFixed: [Bool]
    /// The nodes that represent a side of the group whose contents the graph is; empty if there is none.
    public var borders: [LayoutBorder?] = []
    /// The order, by node, in which the nodes for one side of the group lie across the flow, the least first; empty
    /// leaves it to the layout.
    public var borderRanks: [Double] = []
    /// The node that holds each node, -1 for none; empty if no node holds others.
    /// A node that holds some gets the size of its contents, at least its own.
    /// It is not an end of edges with handles.
    public var parents: [Int] = []
    /// The number of each node that says where it lies along an axis, nil without one; empty if none has such.
    public var values: [Double?] = []
    /// The distance between the frame of a node and its contents, in canvas units.
    public var padding = 0.0
    /// The constraints that layouts keep as far as they can; of those that cannot be kept together the later gives way.
    public var constraints: [LayoutConstraint] = []
    /// Ends are numbers of nodes.
    public var edges: [LayoutEdge]

    /// A graph of free nodes without places.
    public init(sizes: [Size], edges: [LayoutEdge]) {
        self.sizes = sizes
        self.edges = edges
        places = Array(repeating: nil, count: sizes.count)
        isFixed = Array(repeating: false, count: sizes.count)
    }

    /// The border that a node represents.
    public func border(_ node: Int) -> LayoutBorder? { node < borders.count ? borders[node] : nil }

    /// The number that says where a node lies along an axis.
    public func value(_ node: Int) -> Double? { node < values.count ? values[node] : nil }

    /// The number of nodes.
    public var count: Int { sizes.count }
}

/// The side of a group through which edges enter it or leave it: all else lies between the two.
public enum LayoutBorder: Hashable, Sendable {
    /// The border before everything, in the direction of the drawing; edges only leave it.
    case entry
    /// The border after everything; edges only enter it.
    case exit
}
