import Editing
import Graph
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
        let key = try session.documents.key(of: document)
        guard let waiting = try session.documents.document(key).waiting else {
            throw Failure(.nothingThere, "no changes of \"\(document)\" wait")
        }
        session.touch(key)
        if take {
            let methods = session.client.methods
            try session.documents.edit(key) { (open) throws(EditError) in try open.take(waiting, by: methods) }
        } else {
            try session.documents.lend(key) { (open) throws(Failure) in try open.drop(waiting) }
        }
        let open = try session.documents.document(key)
        return Result(revision: open.workspace.revision, journal: open.lacksJournal ? false : nil)
    }
}

extension OpenDocument {
    /// Performs waiting changes, as one change, and continues with their journal and its history.
    ///
    /// - Parameter methods: the edits that lead to the changes, if the journal does not have them one by one.
    /// - Throws: `limits`; then they still wait.
    mutating func take(_ waiting: UnrecoveredChanges, by methods: UsedMethods) throws(EditError) {
        // What was taken outlives the process, whatever becomes of it.
        if durability == .none { durability = .process }
        wait(for: nil)
        do throws(EditError) {
            let isTaken = try workspace.change { (editor) throws(EditError) in
                editor.take(waiting.recovery, cause: DocumentRecover.name)
            }
            let journal = waiting.journal(durability)
            if isTaken {
                workspace.content.withJournal { $0 = journal }
            } else {
                _ = try lead(to: waiting.recovery.document, DocumentRecover.options, by: methods)
                workspace.content.withJournal { $0 = journal?.renewed }
                workspace.content.markUnsaved(waiting.state, holding: waiting.recovery.holding)
            }
        } catch {
            wait(for: waiting)
            throw error
        }
        noteTaken(from: waiting.recovery.held?.document)
    }
}
