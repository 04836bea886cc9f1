/// Trees in rings around their roots: each subtree has a wedge as wide as what it holds needs.
///
/// Children share the wedge of their parent by what their leaves need (Eades 1992), without his limit to the half plane beyond
/// the parent: with it deep trees take a hundred times the area. Rings grow until the nodes on them fit, by the circles
/// around them. Edges count both ways; those that close cycles have no say. Connected parts are packed side by side.
public struct RadialLayout: Sendable {
    /// The least gap between nodes, in canvas units.
    public var nodeSpacing = 50.0
    /// The gap between rings, in canvas units.
    public var levelSpacing = 80.0
    /// The number of the node in the middle of its part; nil for the first without edges that arrive.
    public var root: Int?

    /// A layout with the options of the protocol where they are left out.
    public init() {}
}
