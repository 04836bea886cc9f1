/// The direction in which the edges of a drawing lead: from one layer or level to the next.
public enum Direction: String, CaseIterable, Sendable {
    /// Downwards is the default.
    case down, right, up, left

    /// Is true if layers lie side by side, so that edges run left or right.
    @inlinable public var isHorizontal: Bool { self == .right || self == .left }
}
