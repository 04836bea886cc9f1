import Graph

/// What the movement of a pressed pointer would do.
public enum Claim: String, CaseIterable, Sendable {
    case resize, reconnect, waypoint, connect, drag, label, cut, marquee, lasso, pan

    /// Why something under a pointer did not claim it.
    public struct Refusal: Sendable {
        /// What the movement would have done.
        public let claim: Claim
        /// Why it does not.
        public let reason: Reason
    }

    /// The rule or the state against a claim.
    public enum Reason: String, CaseIterable, Sendable {
        case locked, undraggable, unconnectable, full, unreconnectable, panDisabled, selectionDisabled, gestureOpen,
            button, readOnly
    }
}
