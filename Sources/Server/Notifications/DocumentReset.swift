import Wire

/// `document/reset`: changes are not sent; the client reads the document again.
enum DocumentReset {
    static let notification = ServerNotification(
        name: "document/reset",
        summary: "Changes were too long, or too many for a client that does not read: read the document again.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(name: "revision", schema: .integer(), isRequired: true, doc: "the revision it has now"),
            ], isOpen: false))

    static func write(_ document: String, _ revision: Int, into writer: inout JSONWriter) {
        writer.notification("document/reset")
        writer.beginObject()
        writer.name("document")
        writer.string(document)
        writer.name("revision")
        writer.integer(revision)
        writer.endObject()
        writer.endObject()
    }
}
