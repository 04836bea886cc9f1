import Graph
import Interaction
import Wire

/// Ends the run of a view.
struct DialogStop: ReturningMethod {
    var view = Identifier("")

    static let name = "dialog/stop"
    static let summary = "Ends the run of a view and returns it as it was, without options."
    static let failures: [Failure.Kind] = [.noSuchView, .nothingThere]
    static let params = Shape.object(
        "", "", initial: DialogStop(), members: [.required("view", \.view, .identifier, "in which")])
    static let result = Shape<DialogState>.dialogState

    func perform(in session: inout Session) throws(Failure) -> DialogState {
        try session.withView(view) { (workspace, index) throws(EditError) in
            DialogState(try workspace[index].stopDialog())
        }
    }
}
