/// The direction of the edges of a drawing: from one layer or level to the next.
public enum Direction: String, CaseIterable, Sendable {
    /// The four directions; the default is downwards.
    case down, right, up, left

    /// Is true if layers lie side by side, so that edges go left or right.
    @inlinable public var isHorizontal: Bool { self == .right || self == .left }
}
