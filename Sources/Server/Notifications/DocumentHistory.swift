import Wire

/// `document/history`: the effect of undo and redo after a group of edits has ended. The document has not changed.
enum DocumentHistory {
    static let notification = ServerNotification(
        name: "document/history",
        summary:
            "The outermost group of edits has ended, so undo and redo may have another effect; the document is unchanged.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(
                    name: "history", schema: DocumentChanged.history, isRequired: true,
                    doc: "the steps that undo and redo would perform"),
            ], isOpen: false))

    static func announce(_ open: inout OpenDocument, into outbox: inout Outbox) {
        guard open.owesHistory else { return }
        open.owesHistory = false
        let workspace = open.workspace
        outbox.send { writer in
            writer.notification("document/history")
            writer.beginObject()
            writer.name("document")
            writer.string(open.name)
            DocumentChanged.write(workspace.history, isDirty: workspace.isDirty, into: &writer)
            writer.endObject()
            writer.endObject()
        }
    }
}
