/// Nodes along an axis by a number of each: they begin where their number is on it.
///
/// Nodes that would overlap lie in further rows: each goes into the first row that is free where it begins, in the order
/// of the numbers (the greedy partition of intervals; Kleinberg and Tardos 2005, § 4.1). Nodes without a number follow
/// the last in the first row, one behind another.
public struct TimelineLayout: Sendable {
    /// The direction in which numbers grow.
    public var direction = Direction.right
    /// The least gap between nodes of a row, and the gap between rows, in canvas units.
    public var nodeSpacing = 50.0
    /// The distance from the least number to the greatest, in canvas units; 0 is as long as all nodes with a number are one
    /// behind another.
    public var length = 0.0

    /// A layout with the options of the protocol where they are left out.
    public init() {}
}
