import Graph
import Interaction
import Wire

/// `document/evaluated`: the changed values of nodes.
enum DocumentEvaluated {
    static let notification = ServerNotification(
        name: "document/evaluated",
        summary:
            "Values that nodes compute have changed; sent where `document/watch` asked for it, after `document/changed`.",
        params: .object(
            [
                Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                Schema.Member(
                    name: "revision", schema: .integer(), isRequired: true, doc: "the revision the values belong to"),
                Schema.Member(
                    name: "values", schema: .dictionary(of: .oneOf([Shape<NodeValue>.nodeValue.schema, .null])),
                    isRequired: true, doc: "by id; null for a node that has none now"),
            ], isOpen: false), watched: "values")

    /// Sends all values to a client that has just subscribed, else the changed ones.
    static func announce(_ open: inout OpenDocument, into outbox: inout Outbox) {
        switch open.watch.values {
        case .off: break
        case .begun:
            open.watch.values = .on
            open.workspace.content.keepValueChanges(true)
            let document = open.workspace.document
            let values = document.nodeSlots.compactMap { slot in
                document.value(slot).map { (document.nodeID(slot), $0) }
            }
            send(values, of: open, into: &outbox)
        case .on:
            let values = open.workspace.content.takeValueChanges()
            if !values.isEmpty { send(values, of: open, into: &outbox) }
        }
    }

    /// Sends at least one message, even if there is nothing to send.
    private static func send(
        _ values: [(id: Identifier, value: NodeValue?)], of open: OpenDocument, into outbox: inout Outbox
    ) {
        var next = 0
        repeat {
            outbox.begin()
            outbox.writer.notification("document/evaluated")
            outbox.writer.beginObject()
            outbox.writer.name("document")
            outbox.writer.string(open.name)
            outbox.writer.name("revision")
            outbox.writer.integer(open.workspace.revision)
            outbox.writer.name("values")
            outbox.writer.beginObject()
            while next < values.count, outbox.bodyCount < outbox.limits.messageBytes / 2 {
                outbox.writer.name(values[next].id.string)
                if let value = values[next].value { outbox.writer.nodeValue(value) } else { outbox.writer.null() }
                next += 1
            }
            for _ in 0..<3 { outbox.writer.endObject() }
            outbox.end()
        } while next < values.count
    }
}
