import Graph
import Interaction
import Wire

/// Takes back the last option or input of a run.
struct DialogBack: ReturningMethod {
    var view = Identifier("")

    static let name = "dialog/back"
    static let summary = "Returns to where the run of a view was before the last option or input."
    static let failures: [Failure.Kind] = [.noSuchView, .nothingThere]
    static let params = Shape.object(
        "", "", initial: DialogBack(), members: [.required("view", \.view, .identifier, "in which")])
    static let result = Shape<DialogState>.dialogState

    func perform(in session: inout Session) throws(Failure) -> DialogState {
        try session.withView(view) { (workspace, index) throws(EditError) in
            let document = workspace.document
            try workspace[index].moveDialog(in: document) { (run, _) throws(EditError) in try run.goBack() }
            return workspace[index].dialog.map { DialogState($0) } ?? DialogState()
        }
    }
}
