import Editing
import Graph
import Interaction
import Wire

/// Ends the innermost group of edits; the outermost becomes one undo step.
struct HistoryEnd: ReturningMethod {
    var document = ""

    static let name = "history/end"
    static let summary = "Ends the innermost group of edits; the outermost becomes one undo step."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noGroup]
    static let params = Shape.object(
        "", "", initial: HistoryEnd(), members: [.required("document", \.document, .string, "which")])
    static let result = Shape<Revision>.revision

    func perform(in session: inout Session) throws(Failure) -> Revision {
        let key = try session.documents.key(of: document)
        try session.documents.document(key).refuseGroup(ofOthersThan: session.client)
        session.touch(key)
        let revision = try session.documents.edit(key) { (open) throws(EditError) in try open.endGroup() }
        session.documents.with(key) { _ = $0.groups.popLast() }
        session.documents.endGroupsOfGone(key)
        return Revision(revision: revision)
    }
}
