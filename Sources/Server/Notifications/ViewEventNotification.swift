import Editing
import Graph
import Interaction
import Wire

/// `view/event`: something was recognized that edits nothing by itself.
enum ViewEventNotification {
    static let notification = ServerNotification(
        name: "view/event",
        summary: "A tap, a long press or something else was recognized that edits nothing by itself.",
        params: .object(
            [
                Schema.Member(name: "view", schema: .string(), isRequired: true, doc: "in which"),
                Schema.Member(
                    name: "event", schema: .choice(ViewEvent.Kind.allCases.map(\.rawValue)), isRequired: true,
                    doc: "what happened"),
                Schema.Member(
                    name: "hit", schema: HitShape.schema, isRequired: false, doc: "the element that it concerns"),
                Schema.Member(
                    name: "canvas", schema: Shape.point.schema, isRequired: true, doc: "where, on the canvas"),
                Schema.Member(
                    name: "from", schema: Shape.handleReference.schema, isRequired: false,
                    doc: "dropOnCanvas: where the draft came from"),
                Schema.Member(
                    name: "offers", schema: .array(of: offer), isRequired: false,
                    doc:
                        "dropOnCanvas: the types of nodes that could take its end, each with the edits that make node and edge"
                ),
                Schema.Member(
                    name: "types", schema: .array(of: .string()), isRequired: false,
                    doc: "dropOver, drop: its media types"),
                Schema.Member(
                    name: "gesture", schema: .string(), isRequired: false,
                    doc: "ended: the gesture whose element was `removed`, or `changed` so that it cannot go on"),
                Schema.Member(
                    name: "pressure", schema: .number(), isRequired: false,
                    doc:
                        "tap, doubleTap, longPress, contextMenu: the greatest pressure of the pointer, 0…1, where it is sent"
                ),
                Schema.Member(
                    name: "tool", schema: .string(), isRequired: false,
                    doc: "the tool that was held, if it is one of the client"),
                Schema.Member(name: "data", schema: .any, isRequired: false, doc: "drop: the dropped thing"),
                Schema.Member(
                    name: "losses", schema: Shape.array(of: Loss.shape).schema, isRequired: false,
                    doc: "drop: the parts of a fragment that were not pasted, if any"),
                Schema.Member(
                    name: "fragment", schema: Shape<JSONText>.fragment.schema, isRequired: false,
                    doc: "copy, cut: the new content of the clipboard"),
            ]
                + Refusal.members.map {
                    Schema.Member(
                        name: $0.name, schema: $0.schema, isRequired: false,
                        doc: ($0.name == "reason" ? "ended: why; refused: " : "refused: ") + $0.doc)
                }, isOpen: false))

    private static let offer = Schema.object(
        [
            Schema.Member(name: "type", schema: .string(), isRequired: false, doc: "of the node"),
            Schema.Member(name: "handle", schema: .string(), isRequired: true, doc: "that takes the edge"),
            Schema.Member(
                name: "edits", schema: .array(of: .edit), isRequired: true,
                doc: "for `document/edit`"),
        ], isOpen: false)

    static func send(_ event: ViewEvent, in document: Document, into outbox: inout Outbox) {
        outbox.send { writer in
            writer.notification("view/event")
            write(event, document, into: &writer)
            writer.endObject()
        }
    }

    private static func write(_ event: ViewEvent, _ document: Document, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("view")
        writer.string(event.view)
        writer.name("event")
        writer.string(event.kind.rawValue)
        writer.name("hit")
        HitShape.write(event.hit, document, into: &writer)
        writer.name("canvas")
        writer.point(event.canvas)
        if let draft = event.draft { write(draft, into: &writer) }
        if let types = event.types {
            writer.name("types")
            writer.beginArray()
            for type in types { writer.string(type) }
            writer.endArray()
        }
        if let end = event.end {
            writer.name("gesture")
            writer.string(end.gesture)
            writer.name("reason")
            writer.string(end.reason.rawValue)
        }
        if let pressure = event.pressure {
            writer.name("pressure")
            writer.number(pressure)
        }
        if let tool = event.tool {
            writer.name("tool")
            writer.string(tool)
        }
        if let data = event.data {
            writer.name("data")
            writer.raw(data)
        }
        if !event.losses.isEmpty {
            writer.name("losses")
            Shape.array(of: Loss.shape).write(event.losses, &writer)
        }
        if let fragment = event.fragment {
            writer.name("fragment")
            writer.raw(fragment)
        }
        event.refusal?.writeMembers(into: &writer)
        writer.endObject()
    }

    private static func write(_ draft: DroppedDraft, into writer: inout JSONWriter) {
        writer.name("from")
        writer.beginObject()
        writer.name("node")
        writer.string(draft.node.string)
        writer.name("handle")
        writer.string(draft.handle.id.string)
        writer.endObject()
        writer.name("offers")
        writer.beginArray()
        for offer in draft.offers {
            writer.beginObject()
            if let type = offer.type {
                writer.name("type")
                writer.string(type)
            }
            writer.name("handle")
            writer.string(offer.handle.string)
            writer.name("edits")
            JSON.array(edits(of: offer, draft)).write(into: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    /// The edits that make the node and the edge to it; the second names the node by the index of the first.
    private static func edits(of offer: DroppedDraft.Offer, _ draft: DroppedDraft) -> [JSON] {
        var node: JSONObject = ["position": ["x": .number(offer.position.x), "y": .number(offer.position.y)]]
        if let type = offer.type { node["type"] = .string(type) }
        let made: JSON = ["$result": .number(0)]
        let here: JSON = .string(draft.node.string)
        let isForward = draft.handle.kind == .source
        let edge: JSON = [
            "source": isForward ? here : made,
            "sourceHandle": .string(isForward ? draft.handle.id.string : offer.handle.string),
            "target": isForward ? made : here,
            "targetHandle": .string(isForward ? offer.handle.string : draft.handle.id.string),
        ]
        return [
            ["method": "node/insert", "params": ["node": .object(node)]],
            ["method": "edge/connect", "params": ["edge": edge]],
        ]
    }
}
