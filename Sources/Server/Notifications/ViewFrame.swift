import Editing
import Graph
import Wire

/// `view/frame`: all that changed in a view because of one input.
enum ViewFrame {
    private static func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false)
        -> Schema.Member
    {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }

    static let notification = ServerNotification(
        name: "view/frame", summary: "What changed in a view because of one input; sent before the reply.",
        params: .object(
            [
                member("view", .string(), "which", isRequired: true),
                member("frame", .integer(), "its number in the view", isRequired: true),
                member("revision", .integer(), "of the document", isRequired: true),
                member("viewport", Shape.viewport.schema, "the new one"),
            ], isOpen: true))

    static func announce(_ editor: inout Editor, _ view: Int, into outbox: inout Outbox) {}
}
