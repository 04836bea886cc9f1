/// The action of nodes of a type when a dialog runs: a type's `role`.
public enum DialogRole: String, CaseIterable, Sendable {
    /// A run begins here, and continues; with a text of its own the node acts as a `message`.
    case start
    /// Says a text; then continues, or waits for an option or an input.
    case message
    /// The node acts as a `message`, but waits if there is one option only, too.
    case choice
    /// Continues at one of two handles, by an expression.
    case condition
    /// Sets variables and continues.
    case action
    /// Says a text and ends the run.
    case end
}
