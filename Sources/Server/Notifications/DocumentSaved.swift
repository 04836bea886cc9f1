import Wire

/// `document/saved`: a document was written to its file.
enum DocumentSaved {
    static let notification = ServerNotification(
        name: "document/saved", summary: "A document was written to its file.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(name: "path", schema: .string(), isRequired: true, doc: "the file"),
                Schema.Member(name: "revision", schema: .integer(), isRequired: true, doc: "the revision in the file"),
                Schema.Member(name: "auto", schema: .boolean, isRequired: false, doc: "true of an autosave"),
                Schema.Member(
                    name: "journal", schema: .boolean, isRequired: false,
                    doc: "false if it has no journal: edits are lost with the process"),
            ], isOpen: false))

    /// Sends it if the document was saved since the last time.
    static func announce(_ open: inout OpenDocument, into outbox: inout Outbox) {
        guard open.wasSaved, let path = open.path else { return }
        open.wasSaved = false
        defer { open.wasAutosaved = false }
        outbox.send { writer in
            writer.notification("document/saved")
            writer.beginObject()
            writer.name("document")
            writer.string(open.name)
            writer.name("path")
            writer.string(path)
            writer.name("revision")
            writer.integer(open.workspace.revision)
            if open.wasAutosaved {
                writer.name("auto")
                writer.boolean(true)
            }
            open.writeJournal(into: &writer)
            writer.endObject()
            writer.endObject()
        }
    }
}
