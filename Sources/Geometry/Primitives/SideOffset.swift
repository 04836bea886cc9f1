/// The distance of a handle along its side of a frame, from the left or the top end.
public enum SideOffset: Hashable, Sendable {
    /// The middle of the side.
    case middle
    /// A fraction of the side, 0…1.
    case fraction(Double)
    /// A distance in canvas units; a negative one is counted from the other end. One beyond the side ends with it.
    case distance(Double)

    /// The coordinate on a side from `low` to `high`.
    @inlinable public func along(_ low: Double, _ high: Double) -> Double {
        switch self {
        case .middle: return low / 2 + high / 2
        case .fraction(let fraction):
            let t = min(max(fraction, 0), 1)
            return low * (1 - t) + high * t
        case .distance(let distance):
            return distance < 0 ? max(high + distance, low) : min(low + distance, high)
        }
    }
}
