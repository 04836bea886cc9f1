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
