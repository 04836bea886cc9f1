/// Nodes in a row in the order of the document or, if edges form chains, chain after chain.
///
/// Edges form chains if each node has at most one incoming and one outgoing edge, and there are no cycles; loops and
/// parallel edges are ignored. Chains are in the order of their first nodes in the document.
public struct StackLayout: Sendable {
    /// The direction of the row.
    public var direction = Direction.down
    /// The gap between neighbors, in canvas units.
    public var nodeSpacing = 50.0
    /// The alignment of nodes across the direction; the left or the top is the start.
    public var align = LayoutAlignment.start

    /// Makes a layout with the default options of the protocol.
    public init() {}
}
