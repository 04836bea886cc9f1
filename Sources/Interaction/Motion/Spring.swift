import Geometry

/// A damped spring that pulls from a start at rest to its target: the closed form of the harmonic oscillator, as a
/// function of time.
public struct Spring: Sendable, Equatable {
    /// The time of one undamped swing, in seconds; 0 or less means at once.
    public var response: Double
    /// The damping ratio: below 1 it swings over, at 1 it comes soonest without that, above 1 it creeps.
    public var damping: Double

    /// A spring that does not swing over, unless said otherwise.
    public init(response: Double = 0.55, damping: Double = 1) { (self.response, self.damping) = (response, damping) }

    /// The distance assumed for a transition of unknown length, in screen points.
    static let standardWay = 1000.0
    /// The distance from the target at which a spring has arrived, in screen points.
    static let nearness = 0.5
    /// The longest that it takes, in milliseconds.
    static let longest = 60_000.0
    /// Swings in radians after which nothing is left, whatever the damping.
    private static let forever = 1e6
    /// The distance of the square of a damping from 1 that counts as critical: nearer, the other forms would lose their
    /// digits.
    private static let critical = 1e-6

    /// Returns the completed share of the way after some milliseconds; it may exceed 1 and come back.
    func progress(at time: Double) -> Double {
        response > 0 ? 1 - rest(after: time / 1000 * 2 * .pi / response) : 1
    }

    /// Returns when it has come within `nearness` of its target for good, in whole milliseconds, at most `longest`.
    ///
    /// - Parameter way: from the start to the target, in screen points.
    func duration(over way: Double) -> Double {
        let share = Spring.nearness / way
        guard response > 0, share < 1 else { return 0 }
        let time = settling(to: share) * response / (2 * .pi) * 1000
        return min(time.rounded(.up), Spring.longest)
    }

    /// The remaining share of the way when the undamped swing has reached an angle, in radians.
    private func rest(after angle: Double) -> Double {
        if !(angle > 0) { return 1 }
        if angle > Spring.forever { return 0 }
        let square = damping * damping - 1
        if abs(square) < Spring.critical { return (1 + angle) * (-angle).exponential }
        let root = abs(square).squareRoot()
        if square < 0 {
            let swing = Point.unit(at: root * angle)
            return (-damping * angle).exponential * (swing.x + damping / root * swing.y)
        }
        let fast = damping + root
        let slow = 1 / fast
        return (fast * (-slow * angle).exponential - slow * (-fast * angle).exponential) / (fast - slow)
    }

    /// The angle after which at most a share remains, by bisection if the remaining share only falls.
    ///
    /// A spring that swings over is farthest from its target each half swing, by a power of the same factor each time.
    private func settling(to share: Double) -> Double {
        var (before, after) = (0.0, 1.0)
        let square = 1 - damping * damping
        if square >= Spring.critical {
            let half = .pi / square.squareRoot()
            let swings = max(1, (-share.naturalLogarithm / (damping * half)).rounded(.up))
            (before, after) = ((swings - 1) * half, swings * half)
        } else {
            while after < Spring.forever && rest(after: after) > share { (before, after) = (after, after * 2) }
        }
        for _ in 0..<60 {
            let middle = (before + after) / 2
            if abs(rest(after: middle)) > share { before = middle } else { after = middle }
        }
        return after
    }
}
