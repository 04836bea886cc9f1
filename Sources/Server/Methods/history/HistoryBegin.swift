import Editing
import Graph
import Interaction
import Wire

/// Begins a group of edits whose undo steps are joined.
struct HistoryBegin: ReturningMethod {
    var document = ""
    var label = ""
    var view: Identifier?

    static let name = "history/begin"
    static let summary =
        "Begins a group: each edit is committed and announced, and all become one undo step. Groups nest."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchView, .limits]
    static let params = Shape.object(
        "", "", initial: HistoryBegin(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("label", \.label, .string, "of the undo step"),
            .optional("view", \.view, .identifier, "the view that it comes from, in which undo takes it back"),
        ])
    static let result = Shape<Revision>.revision

    func perform(in session: inout Session) throws(Failure) -> Revision {
        let key = try session.documents.key(of: document)
        if let view { _ = try session.documents.view(view, of: key) }
        let revision = try session.withWorkspace(key) { (workspace) throws(EditError) in
            try workspace.change { (workspace) throws(EditError) in try workspace.beginGroup(label, view: view) }
            return Revision(revision: workspace.revision)
        }
        if session.isShared {
            session.documents.with(key) { [client = session.client] in $0.groups.append(client.number) }
        }
        return revision
    }
}
