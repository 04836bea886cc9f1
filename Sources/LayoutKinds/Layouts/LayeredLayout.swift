/// Nodes in layers: edges go from one layer to a later one, with few crossings and short edges.
///
/// Sugiyama, Tagawa and Toda 1981, in separate phases: components, cycles, layers, order, places, routes. A drawing
/// depends only on the graph: the same input gives the same places. Of equally good orders, the order of the document
/// counts.
public struct LayeredLayout: Sendable {
    /// The goal of the layering.
    public enum Layering: String, CaseIterable, Sendable {
        /// The least total span of edges.
        case networkSimplex = "shortest"
        /// Each node is as near to the sources as edges allow.
        case longestPath
    }

    /// The effect of handles on the sides and the order of edges at a node, and on the node's place.
    public enum Handles: String, CaseIterable, Sendable {
        /// The order of handles is kept; their offsets do not affect the places of nodes.
        case order
        /// The order of handles is kept, and nodes are placed so that edges are straight from handle to handle.
        case fixed
        /// Edges leave at the sides of their handles, in any order.
        case side
        /// Handles have no effect.
        case free

        /// Is true if edges keep the order of their handles.
        public var keepOrder: Bool { self == .order || self == .fixed }
    }

    /// The direction of edges.
    public var direction = Direction.down
    /// The distance between the nodes of a layer, in canvas units.
    public var nodeSpacing = 50.0
    /// The distance between layers, in canvas units.
    public var layerSpacing = 80.0
    /// The alignment of nodes in their layer along the flow.
    public var align = LayoutAlignment.center
    public var layering = Layering.networkSimplex
    public var handles = Handles.order
    /// Is true if labels of edges get space.
    public var labels = true
    /// Is true if edges consist of legs along the axes.
    public var isOrthogonal = false
    /// Is true if orthogonal edges share a leg at a node, unless handles separate them.
    public var mergesEdges = false
    /// The wanted ratio of width to height: drawings that are too long along the flow are wrapped, and components are
    /// packed by it. Nil does not wrap.
    public var ratio: Double?
    /// The greatest width, in canvas units: wider drawings are wrapped if the flow goes right or left, and components
    /// are packed within it. Nil is no limit.
    public var maxWidth: Double?

    /// Makes a layout with the default options.
    public init() {}
}
