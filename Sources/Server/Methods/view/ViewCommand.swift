import Editing
import Graph
import Interaction
import Storage
import Wire

/// Performs a command in a view, as a key does that is bound to it.
struct ViewCommand: InputMethod {
    var view = Identifier("")
    var command = KeyCommand.nothing
    var isRepeat = false
    var time: Double?

    static let name = "view/command"
    static let summary = "Performs a command in a view, as the key that is bound to it does."
    static let failures: [Failure.Kind] = InputKey.failures
    static let params = Shape.object(
        "", "", initial: ViewCommand(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("command", \.command, .choice(of: KeyCommand.self), "which; `none` does nothing"),
            .defaulted("repeat", \.isRepeat, .boolean, "whether it is the repetition of a held key", default: "false"),
            .time(\.time),
        ])
    func receive(in workspace: inout Workspace, _ view: View.Slot, at time: Double) throws(EditError) -> InputAnswer {
        try workspace.receive(command, repeats: isRepeat, at: time, in: view, cause: ViewCommand.name)
    }
}
