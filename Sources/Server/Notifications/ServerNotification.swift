import Editing
import Graph
import Interaction
import Wire

/// A message the server sends without being asked, as the reference describes it.
struct ServerNotification: Sendable {
    let name: String
    let summary: String
    let params: Schema
    /// The parameter of `document/watch` that requests it; nil for unrequested ones.
    var watched: String?

    static let all = [
        DocumentChanged.notification, DocumentReset.notification, DocumentHistory.notification,
        DocumentSaved.notification,
        DocumentChangedOnDisk.notification, DocumentEditable.notification, DocumentJournal.notification,
        DocumentEvaluated.notification, DocumentDiagnostics.notification, ViewFrame.notification,
        ViewEventNotification.notification, failed,
        LogTrace.notification, ServerLog.notification, Progress.notification,
    ]

    private static let failed = ServerNotification(
        name: "server/failed", summary: "A method that was sent without an id has failed.",
        params: .object(
            [
                Schema.Member(
                    name: "view", schema: .id, isRequired: false, doc: "that its parameters name, if they do"),
                Schema.Member(name: "method", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(
                    name: "error", schema: ErrorSchema.error, isRequired: true,
                    doc: "the error that a request would get"),
            ], isOpen: false))
}

extension JSONWriter {
    /// Begins a notification up to its parameters; the caller writes them and closes the brace.
    mutating func notification(_ method: StaticString) {
        raw(#"{"jsonrpc":"2.0","method":""#)
        append(method)
        append(#"","params":"#)
    }
}
