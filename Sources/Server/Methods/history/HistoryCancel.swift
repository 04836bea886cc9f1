import Editing
import Graph
import Interaction
import Wire

/// Reverts the innermost group, as one more change, and ends it.
struct HistoryCancel: ReturningMethod {
    var document = ""

    static let name = "history/cancel"
    static let summary = "Reverts the edits of the innermost group, as one more change, and ends the group."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noGroup]
    static let params = Shape.object(
        "", "", initial: HistoryCancel(), members: [.required("document", \.document, .string, "which")])
    static let result = Shape<Revision>.revision

    func perform(in session: inout Session) throws(Failure) -> Revision {
        let key = try session.documents.key(of: document)
        try session.documents.document(key).refuseGroup(ofOthersThan: session.client)
        let revision = try session.withWorkspace(document) { (workspace) throws(EditError) in
            try workspace.change { (workspace) throws(EditError) in try workspace.cancelGroup(cause: HistoryCancel.name)
            }
            return Revision(revision: workspace.revision)
        }
        session.documents.with(key) { _ = $0.groups.popLast() }
        session.documents.endGroupsOfGone(key)
        return revision
    }
}
