import Graph
import Interaction
import Wire

/// `document/diagnostics`: the changed problems of a document.
enum DocumentDiagnostics {
    static let notification = ServerNotification(
        name: "document/diagnostics",
        summary:
            "What is wrong with a document has changed; sent where `document/watch` asked for it, after `document/evaluated`.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(
                    name: "revision", schema: .integer(), isRequired: true,
                    doc: "the revision they hold for; work on a large graph may be behind the document"),
                Schema.Member(
                    name: "set", schema: .dictionary(of: Shape<Diagnostic>.diagnostic.schema), isRequired: true,
                    doc: "by key; each takes the place of the one of its key"),
                Schema.Member(
                    name: "unset", schema: .array(of: .string()), isRequired: true, doc: "keys of what is gone"),
            ], isOpen: false), watched: "diagnostics")

    /// Sends all diagnostics to a client that has just subscribed, else the changed ones.
    ///
    /// - Parameter mayWait: whether long work may be left to a job.
    static func announce(_ open: inout OpenDocument, mayWait: Bool, into outbox: inout Outbox) {
        defer { open.workspace.noteProblems() }
        switch open.watch.diagnostics {
        case .off: _ = open.workspace.content.takeDiagnosticChanges(mayWait: mayWait)
        case .begun:
            open.watch.diagnostics = .on
            send(
                open.workspace.content.takeDiagnosticChanges(mayWait: false), of: open, open.workspace.revision,
                into: &outbox)
        case .on:
            let changes = open.workspace.content.takeDiagnosticChanges(mayWait: mayWait)
            if !changes.isEmpty { send(changes, of: open, open.workspace.revision, into: &outbox) }
        }
    }

    /// Sends at least one message, even if there is nothing to send.
    static func send(
        _ changes: DiagnosticChanges, of open: OpenDocument, _ revision: Int, into outbox: inout Outbox
    ) {
        var next = 0
        repeat {
            outbox.begin()
            outbox.writer.notification("document/diagnostics")
            outbox.writer.beginObject()
            outbox.writer.name("document")
            outbox.writer.string(open.name)
            outbox.writer.name("revision")
            outbox.writer.integer(revision)
            outbox.writer.name("set")
            outbox.writer.beginObject()
            let isFirst = next == 0
            while next < changes.set.count, outbox.bodyCount < outbox.limits.messageBytes / 2 {
                outbox.writer.name(changes.set[next].key)
                Shape<Diagnostic>.diagnostic.write(changes.set[next], &outbox.writer)
                next += 1
            }
            outbox.writer.endObject()
            outbox.writer.name("unset")
            outbox.writer.beginArray()
            if isFirst { for key in changes.unset { outbox.writer.string(key) } }
            outbox.writer.endArray()
            for _ in 0..<2 { outbox.writer.endObject() }
            outbox.end()
        } while next < changes.set.count
    }
}
