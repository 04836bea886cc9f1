/// Trees in rings around their roots: each subtree has a wedge as wide as its contents need.
///
/// Children share the wedge of their parent by the needs of their leaves (Eades 1992). His limit to the half plane
/// beyond the parent is left out: with it deep trees take a hundred times the area. Rings grow until their nodes fit,
/// by their enclosing circles. Edges are undirected; edges that close cycles are ignored. Connected parts are packed
/// side by side.
public struct RadialLayout: Sendable {
    /// The least gap between nodes, in canvas units.
    public var nodeSpacing = 50.0
    /// The gap between rings, in canvas units.
    public var levelSpacing = 80.0
    /// The number of the node in the middle of its part; nil for the first one without incoming edges.
    public var root: Int?

    /// Makes a layout with the default options of the protocol.
    public init() {}
}
