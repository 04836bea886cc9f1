/// The course of a change from one state to another: of a view to a viewport, or of a client's drawing to the content
/// of an update.
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
    /// - Parameter way: the longest distance of a point on the screen, in screen points.
    func timed(over way: Double) -> Transition {
        Transition(duration: spring?.duration(over: way) ?? duration, easing: easing, spring: spring)
    }

    /// Returns the completed share after some milliseconds; with a spring it may exceed 1 and come back.
    func progress(at time: Double) -> Double { spring?.progress(at: time) ?? easing.progress(time / duration) }
}

/// The change of speed of an animation between its ends: a function from 0…1 onto 0…1 that never goes back.
public enum Easing: String, CaseIterable, Sendable {
    case linear
    /// The function t² (3 − 2t).
    case easeInOut
    /// 4t³, and the same backwards from the middle on.
    case cubicInOut

    /// Returns the share of the way that is done when a share of the time has passed; 0 before, 1 after, exactly.
    public func progress(_ time: Double) -> Double {
        if time >= 1 { return 1 }
        guard time > 0 else { return 0 }
        switch self {
        case .linear: return time
        case .easeInOut: return time * time * (3 - 2 * time)
        case .cubicInOut:
            if time < 0.5 { return 4 * time * time * time }
            let rest = 1 - time
            return 1 - 4 * rest * rest * rest
        }
    }
}
