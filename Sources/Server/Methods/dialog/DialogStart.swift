import Dialogs
import Graph
import Interaction
import Wire

/// Begins a run of a dialog in a view.
struct DialogStart: ReturningMethod {
    var view = Identifier("")
    var node: Identifier?
    var variables: [(String, JSONText)]?

    static let name = "dialog/start"
    static let summary =
        "Begins a run of the document's dialog in a view, in place of the one that runs there, and walks to the first choice."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .invalidValue, .nothingThere, .limits]
    static let params = Shape.object(
        "", "", initial: DialogStart(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional(
                "node", \.node, .identifier,
                "where it begins; else the first node of the role `start`, else the first without incoming edges"),
            .optional("variables", \.variables, .dictionary(of: .text), "values by name to begin with"),
        ])
    static let result = Shape<DialogState>.dialogState

    func perform(in session: inout Session) throws(Failure) -> DialogState {
        try session.withView(view) { (workspace, index) throws(EditError) in
            let slot = try node.map { (node) throws(EditError) in try workspace.document.slot(node: node) }
            let values: DialogVariables
            do throws(EditError) {
                values = try DialogVariables((variables ?? []).map { ($0.0, $0.1) })
            } catch {
                throw error.inside("variables")
            }
            let document = workspace.document
            try workspace[index].startDialog(at: slot, values, in: document)
            return workspace[index].dialog.map { DialogState($0) } ?? DialogState()
        }
    }
}
