/// The way in which clients move from what they draw to what an update holds, if an edit asks for it.
public struct Transition: Sendable, Equatable {
    /// The duration, in milliseconds.
    public var duration: Double
    /// The change of the speed.
    public var easing: Easing

    /// A transition of 250 ms, slow at both ends, unless said otherwise.
    public init(duration: Double = 250, easing: Easing = .easeInOut) {
        self.duration = duration
        self.easing = easing
    }
}
