import Geometry

/// A layout with its options, and whether what is in its place stays there.
public struct LayoutAlgorithm: Sendable {
    /// The layouts, each with its own options.
    public enum Kind: Sendable {
        /// See the types.
        case layered(LayeredLayout), tree(TreeLayout), removeOverlaps(OverlapRemoval)
    }

    /// Which layout.
    public var kind: Kind
    /// Whether as much as possible stays where it is.
    public var isStable = false

    /// A layout from its options.
    public init(_ kind: Kind) { self.kind = kind }

    /// Places for all nodes of a graph; nil when stopped.
    ///
    /// Nodes that are fixed stay, and nothing covers them.
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        knowsFixed || !graph.isFixed.contains(true) ? plainDrawing(of: graph, watch) : drawing(around: graph, watch)
    }

    /// Whether the layout itself lets nodes stay.
    private var knowsFixed: Bool {
        switch kind {
        case .layered, .tree: false
        case .removeOverlaps: true
        }
    }

    func plainDrawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        switch kind {
        case .layered(let layout): layout.drawing(of: graph, watch)
        case .tree(let layout): layout.drawing(of: graph, watch)
        case .removeOverlaps(let layout): layout.drawing(of: graph, watch: watch)
        }
    }

    /// Whether edges that leave the graph or enter it may end at nodes that stand for its border.
    public var hasBorders: Bool {
        if case .layered = kind { true } else { false }
    }

    /// The side of a group at which a border lies.
    public func side(of border: LayoutBorder) -> Side {
        guard case .layered(let layout) = kind else { return .center }
        let entry: Side =
            switch layout.direction {
            case .down: .top
            case .right: .left
            case .up: .bottom
            case .left: .right
            }
        return border == .entry ? entry : entry.opposite
    }
}
