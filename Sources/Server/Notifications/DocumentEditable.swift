import Wire

/// `document/editable`: a document that was read-only can be edited from now on.
enum DocumentEditable {
    static let notification = ServerNotification(
        name: "document/editable",
        summary: "A document that was read-only can be edited: its file is locked, or it has another one.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(
                    name: "journal", schema: .boolean, isRequired: false,
                    doc: "false if it has no journal: its edits are lost with the process"),
            ], isOpen: false))

    /// Sends it once each time that a document becomes so.
    static func announce(_ open: inout OpenDocument, into outbox: inout Outbox) {
        guard open.becameEditable else { return }
        open.becameEditable = false
        outbox.send { writer in
            writer.notification("document/editable")
            writer.beginObject()
            writer.name("document")
            writer.string(open.name)
            open.writeJournal(into: &writer)
            writer.endObject()
            writer.endObject()
        }
    }
}
