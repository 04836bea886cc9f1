import Graph

/// The gesture that the movement of a pressed pointer would begin.
public enum Claim: String, CaseIterable, Sendable {
    case scale, resize, reconnect, waypoint, connect, drag, label, cut, marquee, lasso, pan

    /// The reason why something under a pointer did not claim it.
    public struct Refusal: Sendable {
        /// The gesture that the movement would have begun.
        public let claim: Claim
        /// The reason why it does not.
        public let reason: Reason
        /// The part of the canvas that was asked; nil if none was.
        let target: Hit.Target?
        /// The setting that is off; nil if something else is against the claim.
        var setting: String?
    }

    /// The rule or the state against a claim.
    public enum Reason: String, CaseIterable, Sendable {
        case locked, undraggable, unconnectable, unreconnectable, panDisabled, selectionDisabled, gestureOpen,
            button, readOnly
    }
}
