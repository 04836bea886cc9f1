import Geometry

/// A graph as layouts see it: nodes and edges by their number, in the order of the document.
///
/// The caller lays out nested groups from the innermost outwards; a group counts as a node here. For layouts that
/// support groups, groups are nodes that contain others.
public struct LayoutGraph: Sendable {
    /// The size of each node, in canvas units.
    public var sizes: [Size]
    /// The current top-left corner of each node; nil without a place.
    public var places: [Point?]
    /// A flag for each node: true if it stays in its place; such a node must have a place.
    public var isFixed: [Bool]
    /// The border of the group around the graph that each node represents, nil for others; empty if there are none.
    public var borders: [LayoutBorder?] = []
    /// The order keys, by node, of the nodes on one border, the least first across the flow; empty leaves the order to
    /// the layout.
    public var borderRanks: [Double] = []
    /// The group of each node, -1 for none; empty if there are no groups.
    /// A group gets the size of its contents, but at least its own. Its edges have no handles.
    public var parents: [Int] = []
    /// The value of each node that places it along an axis, nil without one; empty if there are none.
    public var values: [Double?] = []
    /// The distance between the frame of a group and its contents, in canvas units.
    public var padding = 0.0
    /// The constraints, kept as far as possible. If two cannot be kept together, the later one gives way.
    public var constraints: [LayoutConstraint] = []
    /// The edges; their ends are numbers of nodes.
    public var edges: [LayoutEdge]

    /// Makes a graph of free nodes without places.
    public init(sizes: [Size], edges: [LayoutEdge]) {
        self.sizes = sizes
        self.edges = edges
        places = Array(repeating: nil, count: sizes.count)
        isFixed = Array(repeating: false, count: sizes.count)
    }

    /// The border that a node represents; nil for other nodes.
    public func border(_ node: Int) -> LayoutBorder? { node < borders.count ? borders[node] : nil }

    /// The value that places a node along an axis; nil without one.
    public func value(_ node: Int) -> Double? { node < values.count ? values[node] : nil }

    /// The number of nodes.
    public var count: Int { sizes.count }
}

/// The side of a group where edges enter or leave it: all else lies between the two sides.
public enum LayoutBorder: Hashable, Sendable {
    /// The border before everything, in the direction of the drawing; edges only leave it.
    case entry
    /// The border after everything; edges only enter it.
    case exit
}
