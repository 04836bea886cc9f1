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
        try session.refuseGroupOfOthers(key)
        let revision = try session.endGroup(of: key)
        session.noteGroupEnded(key)
        return Revision(revision: revision)
    }
}

extension Session {
    /// Ends the innermost group of edits of a document; returns its revision.
    mutating func endGroup(of document: DocumentKey) throws(Failure) -> Int {
        let (revision, isStep) = try withWorkspace(document) { (workspace) throws(EditError) in
            try workspace.change { (workspace) throws(EditError) in try workspace.endGroup(cause: HistoryEnd.name) }
            return (workspace.revision, !workspace.history.isGroupOpen)
        }
        if isStep { documents.with(document) { $0.owesHistory = true } }
        return revision
    }
}
