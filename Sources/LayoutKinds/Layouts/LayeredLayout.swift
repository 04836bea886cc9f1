/// Nodes in layers, so that edges lead from one layer to a later one, with few crossings and short edges.
///
/// Sugiyama, Tagawa and Toda 1981, in phases that can be read one by one: components, cycles, layers, order, places,
/// routes.
/// A drawing depends on the graph alone: the same input gives the same places.
/// If orders are equally good, that of the document counts.
public struct LayeredLayout: Sendable {
    /// The aim of layers.
    public enum Layering: String, CaseIterable, Sendable {
        /// The least total span of edges.
        case networkSimplex = "shortest"
        /// Each node as near to the sources as edges let it.
        case longestPath
    }

    /// The effect of handles on the sides and the order of edges at a node, and on its place.
    public enum Handles: String, CaseIterable, Sendable {
        /// Their order is kept; where on their side they are makes no difference to the places of nodes.
        case order
        /// Their order is kept, and nodes are placed so that edges are straight from handle to handle.
        case fixed
        /// Edges leave by the sides of their handles, in any order.
        case side
        /// Handles have no effect.
        case free

        /// Is true if edges keep the order of their handles.
        public var keepOrder: Bool { self == .order || self == .fixed }
    }

    /// The direction in which edges lead.
    public var direction = Direction.down
    /// The distance between the nodes of a layer, in canvas units.
    public var nodeSpacing = 50.0
    /// The distance between layers, in canvas units.
    public var layerSpacing = 80.0
    /// The place of nodes in their layer along the flow.
    public var align = LayoutAlignment.center
    public var layering = Layering.networkSimplex
    public var handles = Handles.order
    /// Is true if labels of edges get space.
    public var labels = true
    /// Is true if edges consist of legs along the axes.
    public var isOrthogonal = false
    /// Is true if edges along the axes share a leg out of their node, or into it, where no handle says otherwise.
    public var mergesEdges = false
    /// The wished ratio of width to height: what is longer along the flow is wrapped, and components are packed so; nil wraps
    /// nothing.
    public var ratio: Double?
    /// The greatest width, in canvas units: what is wider is wrapped if the flow leads right or left, and components are packed
    /// so; nil is any.
    public var maxWidth: Double?

    /// Makes a layout with the default options.
    public init() {}
}
