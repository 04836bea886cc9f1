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

extension Workspace {
    /// Lets the clients of all views move to what they are sent next of a change of the document; nil does nothing.
    public mutating func animateChanges(_ transition: Transition?) {
        guard let transition else { return }
        for index in views.slots where views[index].sent.dirty.contains(.content) {
            views[index].sent.transition = transition
        }
    }
}
