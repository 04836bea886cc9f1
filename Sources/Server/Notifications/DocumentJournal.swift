import Wire

/// `document/journal`: a document has a journal from now on, or others have taken away its journal or the lock of its file.
enum DocumentJournal {
    static let notification = ServerNotification(
        name: "document/journal",
        summary:
            "A document has the journal of its file from now on, or others have taken away its journal or the lock of its file.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(
                    name: "journal", schema: .boolean, isRequired: false,
                    doc: "true if it has the journal of its file from now on"),
                Schema.Member(
                    name: "kept", schema: .boolean, isRequired: false,
                    doc:
                        "after others took them away: whether the journal and the lock are back, with all unsaved changes; else edits are refused"
                ),
                Schema.Member(
                    name: "setAside", schema: .string(), isRequired: false,
                    doc: "the new path of a journal, or of another file, that was found in place of the journal"),
                Schema.Member(
                    name: "lockedBy", schema: FileOwner.shape.schema, isRequired: false,
                    doc: "the process that edits the file now: the document is read-only"),
            ], isOpen: false))

    /// Sends it once each time.
    static func announce(_ open: inout OpenDocument, into outbox: inout Outbox) {
        guard let news = open.journalNews.take() else { return }
        let owner = open.lockOwner
        outbox.send { writer in
            writer.notification("document/journal")
            writer.beginObject()
            writer.name("document")
            writer.string(open.name)
            switch news {
            case .takenUp(let aside): write("journal", true, aside, into: &writer)
            case .lost(.rewritten(let aside)): write("kept", true, aside, into: &writer)
            case .lost(.refused), .lost(.taken): write("kept", false, nil, into: &writer)
            }
            if let owner {
                writer.name("lockedBy")
                FileOwner.shape.write(owner, &writer)
            }
            writer.endObject()
            writer.endObject()
        }
    }

    private static func write(_ name: String, _ value: Bool, _ aside: String?, into writer: inout JSONWriter) {
        writer.name(name)
        writer.boolean(value)
        guard let aside else { return }
        writer.name("setAside")
        writer.string(aside)
    }
}

extension OpenDocument {
    /// Writes that it has no journal, if it lacks one.
    func writeJournal(into writer: inout JSONWriter) {
        guard lacksJournal else { return }
        writer.name("journal")
        writer.boolean(false)
    }
}
