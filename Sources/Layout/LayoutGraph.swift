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
    /// For each node whether it stays in its place; each that does has a place.
    public var isFixed: [Bool]
    /// The nodes that stand for a side of the group whose contents the graph is; empty where there is none.
    public var borders: [LayoutBorder?] = []
    /// By node, in which order the nodes that stand for one side of the group lie across the flow, the least first; empty
    /// leaves it to the layout.
    public var borderRanks: [Double] = []
    /// By node, the node that holds it, -1 for none; empty where no node holds others. A node that holds some gets the size
    /// of its contents, at least its own; it is no end of edges with handles.
    public var parents: [Int] = []
    /// Between the frame of a node and what it holds, in canvas units.
    public var padding = 0.0
    /// Ends are numbers of nodes.
    public var edges: [LayoutEdge]

    /// A graph of free nodes without places.
    public init(sizes: [Size], edges: [LayoutEdge]) {
        self.sizes = sizes
        self.edges = edges
        places = Array(repeating: nil, count: sizes.count)
        isFixed = Array(repeating: false, count: sizes.count)
    }

    /// The border that a node stands for.
    public func border(_ node: Int) -> LayoutBorder? { node < borders.count ? borders[node] : nil }

    /// The number of nodes.
    public var count: Int { sizes.count }
}

/// The side of a group through which edges enter it or leave it: all else lies between the two.
public enum LayoutBorder: Hashable, Sendable {
    /// Before everything, in the direction of the drawing; only left by edges.
    case entry
    /// After everything; only entered by edges.
    case exit
}
