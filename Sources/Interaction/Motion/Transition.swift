/// How clients move from what they draw to what an update holds, where an edit asks for it.
public struct Transition: Sendable, Equatable {
    /// In milliseconds.
    public var duration: Double
    /// How the speed changes.
    public var easing: Easing

    /// A transition of 250 ms, slow at both ends, unless said otherwise.
    public init(duration: Double = 250, easing: Easing = .easeInOut) {
        self.duration = duration
        self.easing = easing
    }
}
