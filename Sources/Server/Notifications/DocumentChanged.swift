import Editing
import Graph
import Interaction
import Wire

/// `document/changed`: applied to the content at `from` it gives the content at `revision`.
enum DocumentChanged {
    private static func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false)
        -> Schema.Member
    {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }

    static let notification = ServerNotification(
        name: "document/changed", summary: "A change was committed; sent before the reply to its request.",
        params: .object(
            [
                member("document", .string(), "which", isRequired: true),
                member("revision", .integer(), "the revision the change leads to", isRequired: true),
                member("from", .integer(), "the revision it starts from", isRequired: true),
                member("cause", .string(), "the method the client sent", isRequired: true),
            ] + DocumentChange.members + [
                member("history", history, "the steps that undo and redo would perform", isRequired: true)
            ],
            isOpen: false))

    static let history = Schema.named(
        "HistoryState", "The steps that undo and redo would perform.",
        .object(
            [
                member("canUndo", .boolean, "whether there is a step to undo", isRequired: true),
                member("canRedo", .boolean, "whether there is a step to redo", isRequired: true),
                member("undoLabel", .string(), "of the step to undo"),
                member("redoLabel", .string(), "of the step to redo"),
                member("dirty", .boolean, "whether there are unsaved changes", isRequired: true),
            ], isOpen: false))

    /// Sends the changes of a document that were not sent yet.
    ///
    /// `document/reset` replaces a change that is too long for a message, and changes that occur while too many wait to
    /// be read, unless the same messages must give the same bytes.
    ///
    /// - Parameter isHeldBack: whether the reset may wait too, so that one replaces all.
    @inline(__always)
    static func announce(_ open: inout OpenDocument, _ clock: Clock, isHeldBack: Bool, into outbox: inout Outbox) {
        if open.workspace.editor.commits.isEmpty && !open.owesReset { return }
        announceCommits(of: &open, clock, isHeldBack: isHeldBack, into: &outbox)
    }

    private static func announceCommits(
        of open: inout OpenDocument, _ clock: Clock, isHeldBack: Bool, into outbox: inout Outbox
    ) {
        defer { open.workspace.content.forgetCommits() }
        if clock == .server && (open.owesReset || outbox.hasTooManyChanges) {
            open.owesReset = isHeldBack
            if !isHeldBack { outbox.send { DocumentReset.write(open.name, open.workspace.revision, into: &$0) } }
            return
        }
        for index in open.workspace.editor.commits.indices {
            outbox.begin()
            write(index, of: open, into: &outbox.writer)
            if outbox.bodyCount > outbox.limits.messageBytes && clock == .server {
                outbox.cancel()
                let revision = open.workspace.editor.commits[index].revision
                outbox.send { DocumentReset.write(open.name, revision, into: &$0) }
            } else {
                outbox.endChange()
            }
        }
    }

    /// Writes one of the unsent commits; the document already has the later ones.
    private static func write(_ index: Int, of open: OpenDocument, into writer: inout JSONWriter) {
        let commit = open.workspace.editor.commits[index]
        writer.notification("document/changed")
        writer.beginObject()
        writer.name("document")
        writer.string(open.name)
        writer.name("revision")
        writer.integer(commit.revision)
        writer.name("from")
        writer.integer(commit.revision - 1)
        writer.name("cause")
        writer.string(commit.cause)
        DocumentChange.write(
            commit, open.workspace.document, before: open.workspace.editor.commits[(index + 1)...], into: &writer)
        write(open.workspace.history, isDirty: open.workspace.isDirty, into: &writer)
        writer.endObject()
        writer.endObject()
    }

    static func write(_ history: History, isDirty: Bool, into writer: inout JSONWriter) {
        writer.name("history")
        writer.beginObject()
        writer.name("canUndo")
        writer.boolean(history.canUndo)
        writer.name("canRedo")
        writer.boolean(history.canRedo)
        if let label = history.undoLabel {
            writer.name("undoLabel")
            writer.string(label)
        }
        if let label = history.redoLabel {
            writer.name("redoLabel")
            writer.string(label)
        }
        writer.name("dirty")
        writer.boolean(isDirty)
        writer.endObject()
    }
}
