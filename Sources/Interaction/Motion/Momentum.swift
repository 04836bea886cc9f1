import Geometry

/// A pan that continues after the release and slows down like a body in a liquid: v(t) = v₀ · e^(−t/τ).
///
/// Its distance is the integral, v₀ · τ · (1 − e^(−t/τ)). It ends when it is no longer visible.
public struct Momentum: Sendable, Equatable {
    /// The time constant τ, in milliseconds.
    public static let timeConstant = 325.0
    /// Slower releases set nothing in motion, in screen points a second.
    public static let leastStart = 50.0
    /// The speed at which it ends.
    public static let leastSpeed = 20.0

    /// The velocity at the release, in screen points a second.
    public let velocity: Point
    /// The duration, in milliseconds.
    public let duration: Double

    /// Returns nil if the release is too slow.
    public init?(velocity: Point) {
        let bounded = velocity.limited(to: Velocity.limit)
        guard bounded.length > Momentum.leastStart else { return nil }
        self.velocity = bounded
        duration = Momentum.timeConstant * (bounded.length / Momentum.leastSpeed).naturalLogarithm
    }

    /// Returns the distance some milliseconds after the release, in screen points; never more than at its end.
    public func offset(at time: Double) -> Point {
        let elapsed = max(min(time, duration), 0)
        let lost = -(-elapsed / Momentum.timeConstant).exponentialLessOne
        return velocity * (Momentum.timeConstant / 1000 * lost)
    }
}
