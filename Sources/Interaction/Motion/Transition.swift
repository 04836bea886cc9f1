/// The way in which something goes from one state to another: a view to a viewport, or clients from what they draw to what
/// an update holds.
public struct Transition: Sendable, Equatable {
    /// The duration, in milliseconds; with a spring it follows from that.
    public var duration: Double
    /// The change of the speed, without a spring.
    public var easing: Easing
    /// The spring that pulls; nil for none.
    public var spring: Spring?

    /// A transition of 250 ms, slow at both ends, unless said otherwise.
    public init(duration: Double = 250, easing: Easing = .easeInOut, spring: Spring? = nil) {
        self.duration = duration
        self.easing = easing
        self.spring = spring
    }

    /// The same with the duration that a spring has.
    ///
    /// - Parameter way: the longest that a point of the screen goes, in screen points.
    func timed(over way: Double) -> Transition {
        Transition(duration: spring?.duration(over: way) ?? duration, easing: easing, spring: spring)
    }

    /// Returns the share of the way that is done after so many milliseconds; with a spring it may pass 1 and come back.
    func progress(at time: Double) -> Double { spring?.progress(at: time) ?? easing.progress(time / duration) }
}
