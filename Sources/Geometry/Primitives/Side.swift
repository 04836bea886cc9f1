/// The side of its node's frame that a handle faces, or the center, which faces nowhere.
public enum Side: String, CaseIterable, Sendable {
    /// The four sides, and the center, which faces nowhere.
    case top, right, bottom, left, center

    /// The unit vector that leads away from the node; zero for the center.
    @inlinable public var outward: Point {
        switch self {
        case .top: Point(x: 0, y: -1)
        case .right: Point(x: 1, y: 0)
        case .bottom: Point(x: 0, y: 1)
        case .left: Point(x: -1, y: 0)
        case .center: .zero
        }
    }

    /// The side across; the center is its own.
    public var opposite: Side {
        switch self {
        case .top: .bottom
        case .right: .left
        case .bottom: .top
        case .left: .right
        case .center: .center
        }
    }

    /// Is true if it faces left or right.
    @inlinable public var isHorizontal: Bool { self == .left || self == .right }
}
