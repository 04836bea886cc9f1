import Graph
import Interaction
import Wire

// What frames hold of the other views of the document.

extension ViewFrame {
    static let presence = Schema.dictionary(
        of: .oneOf([
            .named(
                "Presence", "The state that a view shows to the other views of its document.",
                .object(
                    [
                        Schema.Member(name: "name", schema: .string(), isRequired: false, doc: "of its user"),
                        Schema.Member(
                            name: "color", schema: .string(), isRequired: false, doc: "of its pointer, for CSS"),
                        Schema.Member(
                            name: "pointer", schema: Shape.point.schema, isRequired: false,
                            doc: "in canvas units; absent where it is not over the view"),
                        Schema.Member(
                            name: "selection", schema: selected, isRequired: true, doc: "what is selected there"),
                        Schema.Member(
                            name: "claims", schema: selected, isRequired: false,
                            doc: "the elements of its gesture; gestures of other views on them are refused"),
                        Schema.Member(
                            name: "editing", schema: Shape.editing.schema, isRequired: false,
                            doc: "the content that is open for editing there"),
                        Schema.Member(
                            name: "drag", schema: dragged, isRequired: false,
                            doc: "what is dragged there; absent where nothing is, or nowhere yet"),
                    ], isOpen: false)), .null,
        ]))

    private static let selected = Schema.object(
        [
            Schema.Member(
                name: "nodes", schema: .array(of: Shape.identifier.schema), isRequired: true,
                doc: "ids of nodes, not more than the limit `presenceElements`"),
            Schema.Member(
                name: "edges", schema: .array(of: Shape.identifier.schema), isRequired: true,
                doc: "ids of edges, likewise"),
        ], isOpen: false)

    private static let dragged = Schema.object(
        [
            Schema.Member(
                name: "nodes", schema: .array(of: Shape.identifier.schema), isRequired: true,
                doc: "ids of the outermost nodes, not more than the limit `presenceElements`"),
            Schema.Member(
                name: "by", schema: Shape.point.schema, isRequired: true,
                doc: "how far they have come, in canvas units"),
        ], isOpen: false)

    /// Writes the news of other views.
    static func write(_ presence: [Interaction.ViewUpdate.Neighbor], into writer: inout JSONWriter) {
        if presence.isEmpty { return }
        writer.name("presence")
        writer.beginObject()
        for neighbor in presence {
            writer.name(neighbor.view)
            if let state = neighbor.presence { write(state, into: &writer) } else { writer.null() }
        }
        writer.endObject()
    }

    private static func write(_ presence: Presence, into writer: inout JSONWriter) {
        writer.beginObject()
        if let name = presence.name {
            writer.name("name")
            writer.string(name)
        }
        if let color = presence.color {
            writer.name("color")
            writer.string(color)
        }
        if let pointer = presence.pointer {
            writer.name("pointer")
            Shape.point.write(pointer, &writer)
        }
        writer.name("selection")
        writer.beginObject()
        write("nodes", presence.nodes, into: &writer)
        write("edges", presence.edges, into: &writer)
        writer.endObject()
        if let claims = presence.claims {
            writer.name("claims")
            writer.beginObject()
            write("nodes", claims.nodes, into: &writer)
            write("edges", claims.edges, into: &writer)
            writer.endObject()
        }
        if let editing = presence.editing {
            writer.name("editing")
            Shape.editing.write(.init(node: editing.node, path: editing.path, selection: editing.selection), &writer)
        }
        if let drag = presence.drag {
            writer.name("drag")
            writer.beginObject()
            write("nodes", drag.nodes, into: &writer)
            writer.name("by")
            Shape.point.write(drag.offset, &writer)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func write(_ name: StaticString, _ ids: [Identifier], into writer: inout JSONWriter) {
        writer.name(name)
        writer.beginArray()
        for id in ids { writer.string(id.string) }
        writer.endArray()
    }
}
