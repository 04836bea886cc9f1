/// Nodes along an axis by a value: each node begins at its value.
///
/// Overlapping nodes go into further rows: each node takes the first row that is free at its start, in the order of
/// values (greedy interval partitioning; Kleinberg and Tardos 2005, § 4.1). Nodes without a value follow one behind
/// another after the last node of the first row.
public struct TimelineLayout: Sendable {
    /// The direction in which values grow.
    public var direction = Direction.right
    /// The least gap between nodes of a row, and the gap between rows, in canvas units.
    public var nodeSpacing = 50.0
    /// The distance between the least and the greatest value, in canvas units; 0 for the total length of all nodes with
    /// a value.
    public var length = 0.0

    /// Makes a layout with the default options of the protocol.
    public init() {}
}
