import Editing
import Graph
import Wire

/// `view/event`: something was recognised that edits nothing by itself.
enum ViewEventNotification {
    static let notification = ServerNotification(
        name: "view/event",
        summary: "A tap, a long press or something else was recognised that edits nothing by itself.",
        params: .object(
            [
                Schema.Member(name: "view", schema: .string(), isRequired: true, doc: "in which"),
                Schema.Member(
                    name: "event", schema: .choice(ViewEvent.Kind.allCases.map(\.rawValue)), isRequired: true,
                    doc: "what happened"),
                Schema.Member(name: "hit", schema: HitShape.schema, isRequired: false, doc: "what it happened to"),
                Schema.Member(
                    name: "canvas", schema: Shape.point.schema, isRequired: true, doc: "where, on the canvas"),
                Schema.Member(
                    name: "reason", schema: .string(), isRequired: false,
                    doc: "refused: the error of what time brought about"),
            ], isOpen: false))

    static func announce(_ open: inout OpenDocument, into outbox: inout Outbox) {
        for event in open.editor.takeEvents() {
            outbox.send { writer in
                writer.notification("view/event")
                writer.beginObject()
                writer.name("view")
                writer.string(event.view)
                writer.name("event")
                writer.string(event.kind.rawValue)
                if let refusal = event.refusal {
                    writer.name("reason")
                    writer.string("\(refusal)")
                } else {
                    writer.name("hit")
                    HitShape.write(event.hit, open.editor.document, into: &writer)
                }
                writer.name("canvas")
                writer.point(event.canvas)
                writer.endObject()
                writer.endObject()
            }
        }
    }
}
