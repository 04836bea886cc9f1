import Wire

/// `document/changedOnDisk`: the file of a document was changed by others.
enum DocumentChangedOnDisk {
    static let notification = ServerNotification(
        name: "document/changedOnDisk",
        summary: "The file of a document was changed by others since it was opened or saved.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(name: "path", schema: .string(), isRequired: true, doc: "its file"),
            ], isOpen: false))

    /// Sends it once for each change that was noticed.
    static func announce(_ open: inout OpenDocument, into outbox: inout Outbox) {
        guard open.changeOnDisk == .noticed, let path = open.path else { return }
        open.changeOnDisk = .announced
        outbox.send { writer in
            writer.notification("document/changedOnDisk")
            writer.beginObject()
            writer.name("document")
            writer.string(open.name)
            writer.name("path")
            writer.string(path)
            writer.endObject()
            writer.endObject()
        }
    }
}
