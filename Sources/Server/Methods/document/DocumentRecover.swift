import Editing
import Interaction
import Wire

/// Takes or drops the changes in the journal of a document that wait.
struct DocumentRecover: ReturningMethod {
    var document = ""
    var take = false

    struct Result: Sendable {
        var revision = 0
        var journal: Bool?
    }

    static let name = "document/recover"
    static let summary =
        "Performs the changes that a journal has and the file lacks, or drops them for good; edits are taken from then on."
    static let failures: [Failure.Kind] = [.noSuchDocument, .nothingThere, .journal]
    static let params = Shape.object(
        "", "", initial: DocumentRecover(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("take", \.take, .boolean, "whether they are performed; else they are dropped"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .optional(
                "journal", \.journal, .boolean, "false if there can be no journal: edits are lost with the process"),
        ])
    static let options = DocumentEditor.Options(cause: name, label: "Recover")

    func perform(in session: inout Session) throws(Failure) -> Result {
        let index = try session.documents.index(of: document)
        guard let waiting = session.documents[index].waiting else {
            throw Failure(.nothingThere, "no changes of \"\(document)\" wait")
        }
        session.touch(index)
        if take {
            try session.take(waiting, inDocument: index)
        } else {
            try session.drop(waiting, inDocument: index)
        }
        let open = session.documents[index]
        let isKept = open.workspace.editor.hasJournal || open.durability == .none
        return Result(revision: open.workspace.revision, journal: isKept ? nil : false)
    }
}
