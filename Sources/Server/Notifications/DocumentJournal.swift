import Wire

/// `document/journal`: the journal of a document, or the lock of its file, was taken away by others.
enum DocumentJournal {
    static let notification = ServerNotification(
        name: "document/journal",
        summary:
            "Others have taken away the journal of a document, or the lock of its file, which was noticed by an edit.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(
                    name: "kept", schema: .boolean, isRequired: true,
                    doc: "whether both are there again, with all that is not saved; else edits are refused"),
                Schema.Member(
                    name: "setAside", schema: .string(), isRequired: false,
                    doc: "the path that was given to a file that others had put in place of the journal"),
                Schema.Member(
                    name: "lockedBy", schema: FileOwner.shape.schema, isRequired: false,
                    doc: "the process that edits the file now: the document is read-only"),
            ], isOpen: false))

    /// Sends it once each time.
    static func announce(_ open: inout OpenDocument, into outbox: inout Outbox) {
        guard let loss = open.journalLoss.take() else { return }
        let owner = open.lockOwner
        outbox.send { writer in
            writer.notification("document/journal")
            writer.beginObject()
            writer.name("document")
            writer.string(open.name)
            writer.name("kept")
            if case .rewritten(let aside) = loss {
                writer.boolean(true)
                if let aside {
                    writer.name("setAside")
                    writer.string(aside)
                }
            } else {
                writer.boolean(false)
            }
            if let owner {
                writer.name("lockedBy")
                FileOwner.shape.write(owner, &writer)
            }
            writer.endObject()
            writer.endObject()
        }
    }
}
