/// Nodes on a circle, in an order in which few edges cross.
///
/// Each connected part has a circle of its own, as small as its nodes allow; circles are packed side by side. The order is
/// that of Baur and Brandes (2004), see `CircleOrder` and `CircleSifting`, or begins with a search depth first. A circle begins at its top with the first
/// node of the document and goes round clockwise.
public struct CircleLayout: Sendable {
    /// The least gap between nodes along one axis, in canvas units.
    public var nodeSpacing = 50.0

    /// The greatest number of steps that all circles together take to improve their orders.
    public static let mostSteps = 30_000_000

    /// A layout with the options of the protocol where they are left out.
    public init() {}
}
