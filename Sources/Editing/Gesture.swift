/// An interaction in progress in a view.
public enum Gesture: Sendable {
    case pan

    public var name: String { "pan" }
}
