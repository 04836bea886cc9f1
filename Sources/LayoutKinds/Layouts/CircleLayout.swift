/// Nodes on a circle, in an order in which few edges cross.
///
/// Each connected part has its own circle, as small as its nodes allow; circles are packed side by side. The order is
/// that of Baur and Brandes (2004), see `CircleOrder` and `CircleSifting`, or starts with a depth-first search. A
/// circle begins at its top with the first node of the document and continues clockwise.
public struct CircleLayout: Sendable {
    /// The least gap between nodes along one axis, in canvas units.
    public var nodeSpacing = 50.0

    /// The greatest total number of steps that improve the orders of all circles.
    public static let mostSteps = 30_000_000

    /// Makes a layout with the default options of the protocol.
    public init() {}
}
