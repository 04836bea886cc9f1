/// An interaction in progress in a view.
public enum Gesture: Sendable {
    case pan
}
