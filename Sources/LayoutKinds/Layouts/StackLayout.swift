/// Nodes one behind another in the order of the document or, where edges form chains, chain after chain.
///
/// Edges form chains if at most one leads to each node, at most one leaves it, and none come back; loops and parallel
/// edges make no difference. Chains come in the order of their first nodes in the document.
public struct StackLayout: Sendable {
    /// The direction in which nodes follow one another.
    public var direction = Direction.down
    /// The gap between neighbors, in canvas units.
    public var nodeSpacing = 50.0
    /// The place of nodes across the direction: the left or the top is the start.
    public var align = LayoutAlignment.start

    /// A layout with the options of the protocol where they are left out.
    public init() {}
}
