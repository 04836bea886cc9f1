import Editing
import Graph
import Interaction
import Wire

/// The fate of the changes in a journal that were not saved, as who opens the file decides it.
enum Recovery: String, CaseIterable, Sendable {
    /// The changes are performed.
    case apply
    /// The changes wait for `document/recover`, and no edit is taken before.
    case report
    /// The changes are dropped.
    case discard
}

/// The changes in a journal that the file lacks, in the form for clients.
struct RecoveredChanges: Sendable {
    var changes = 0
    /// The time of the last of them, in milliseconds since 1970.
    var since: Int?
    var waiting: Bool?

    static let shape = Shape.object(
        "RecoveredChanges", "The changes that the journal of a file has and the file lacks.",
        initial: RecoveredChanges(),
        members: [
            .required("changes", \.changes, .integer, "how many"),
            .optional(
                "since", \.since, .integer,
                "when the last of them was made, in milliseconds since 1970; with the client's clock it is left out"),
            .optional(
                "waiting", \.waiting, .boolean,
                "true if they wait for `document/recover`: the document is that of the file, and edits are refused (1304)"
            ),
        ])
}

/// The changes in a journal that wait until the client takes or drops them.
struct UnrecoveredChanges: Sendable {
    /// The document with them, and without.
    var recovery: JournalRecovery
    /// The journal; nil if it can only be read.
    let file: (any JournalFile)?
    /// The state of the document's file.
    let state: FileState
    let recovered: RecoveredChanges

    /// The journal that continues if they are taken.
    func journal(_ durability: Durability) -> Journal? {
        file.map { Journal($0, isLasting: durability == .power, state: state, end: recovery.end) }
    }

    /// Removes the changes from their journal, which continues with the history of the document; if none is wanted,
    /// all of it is removed.
    ///
    /// - Throws: `journal`; then the journal is as it was.
    func drop(from workspace: inout Workspace, _ durability: Durability) throws(Failure) {
        guard var journal = journal(durability) else { return }
        do throws(EditError) {
            if durability == .none { try journal.discard() } else { try workspace.content.drop(changesIn: journal) }
        } catch {
            throw Failure(error)
        }
    }
}

extension OpenDocument {
    /// Continues with the content of its file's journal.
    mutating func goOn(with journal: JournaledDocument) {
        // What was taken outlives the process, whatever becomes of it.
        if durability == .none && workspace.editor.hasJournal { durability = .process }
        hasOtherHistory = journal.hasOtherHistory
        wait(for: journal.waiting)
    }

    /// Throws while recovered changes await a decision.
    ///
    /// - Throws: `unrecovered`.
    func refuseUnrecovered() throws(Failure) {
        if waiting != nil { throw Failure(EditError.unrecovered) }
    }

    /// Lets changes wait, until `document/recover`; nil for none.
    mutating func wait(for changes: UnrecoveredChanges?) {
        waiting = changes
        workspace.isUnrecovered = changes != nil
    }
}

extension OpenDocument {
    /// Records the file content from which the changes of its journal start. Later changes of others are not
    /// overwritten without a question.
    mutating func noteTaken(from content: Document?) {
        if workspace.editor.holding == .other {
            noteChangeOnDisk()
            version = version?.unread
        } else if !workspace.editor.reachesSaved {
            fileContent = content
        }
    }

    /// Takes changes that wait out of their journal.
    ///
    /// - Throws: `journal`; then they still wait.
    mutating func drop(_ waiting: UnrecoveredChanges) throws(Failure) {
        try waiting.drop(from: &workspace, durability)
        wait(for: nil)
    }
}
