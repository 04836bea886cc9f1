import Graph
import Storage
import Wire

// What is said of elements to people who do not see them, and what rows read: in the words of the document, so that front
// ends translate nothing but roles and codes.

extension AskedMember {
    /// The texts of an element.
    static let texts = AskedMember(
        name: "texts",
        request:
            "whether items carry `texts`: descriptions for people who do not see them, and the texts of their rows",
        schema: schemaOfTexts, ofNode: { $0.texts(ofNode: $1) }, ofEdge: { $0.texts(ofEdge: $1) })

    private static let schemaOfTexts = Schema.named(
        "ItemTexts", "The description of an element for people who do not see it, in the words of the document.",
        .object(
            [
                member(
                    "role", .string(), "`node`, `group` or `edge`, or the role of a node's type", isRequired: true),
                member(
                    "name", .string(),
                    "of a node its label, else its text, the title of its type or its id; of an edge its label"),
                member("type", .string(), "of a node: the title of its type"),
                member(
                    "description", .string(),
                    "of a node: the text below its label, else the description of its type"),
                member("source", .string(), "of an edge: the name of the node where it is drawn to begin"),
                member("via", .string(), "of an edge: the label of the handle where it begins"),
                member("target", .string(), "of an edge: the name of the node where it is drawn to end"),
                member(
                    "rows", .array(of: row),
                    "of a node that computes, or that values come in to: its handles in their order"),
            ], isOpen: false))

    private static let row = Schema.named(
        "ItemRow", "The text of the row of a handle.",
        .object(
            [
                member("handle", .id, "the id of the handle", isRequired: true),
                member("type", .choice(Handle.Kind.allCases.map(\.rawValue)), "its end of an edge", isRequired: true),
                member("text", .string(), "`label: value`, the label alone without a value", isRequired: true),
                member("error", .string(), "why it has no value: the code of the error"),
            ], isOpen: false))

    private static func member(
        _ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false
    ) -> Schema.Member {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }
}

extension Document {
    /// The texts of a node, as a frame has them.
    ///
    /// - Complexity: O(its bytes and its edges).
    func texts(ofNode slot: Node.Slot) -> [UInt8] {
        var writer = JSONWriter()
        let type = nodes.type(slot).map { symbols[$0] }
        let text = NodeText(self, slot)
        writer.beginObject()
        writer.name("role")
        writer.string(isContainer(slot) ? "group" : dialogRole(slot)?.rawValue ?? "node")
        writer.name("name")
        writer.string(name(ofNode: slot, text))
        if let type { writer.text("type", title(ofType: type)) }
        writer.text("description", text.more ?? type.flatMap { description(ofType: $0) })
        writeRows(of: slot, into: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// The texts of an edge as it is drawn.
    func texts(ofEdge slot: Edge.Slot) -> [UInt8] {
        var writer = JSONWriter()
        let ends = edges.ends(slot)
        let drawn = drawnEnds(ofEdge: slot)
        writer.beginObject()
        writer.name("role")
        writer.string("edge")
        writer.text("name", withLabel(ofEdge: slot) { $0?.description })
        writer.text("source", HandleText.cut(name(ofNode: drawn.source, NodeText(self, drawn.source))))
        if drawn.source == ends.source, let handle = ends.sourceHandle {
            let label = handles(of: handleList(ends.source)).first {
                $0.kind == .source && symbols.find($0.id) == handle
            }?.label
            writer.text("via", label.map(HandleText.cut))
        }
        writer.text("target", HandleText.cut(name(ofNode: drawn.target, NodeText(self, drawn.target))))
        writer.endObject()
        return writer.bytes
    }

    /// The name of a node: its label, else its text, the title of its type, its id.
    private func name(ofNode slot: Node.Slot, _ text: NodeText) -> String {
        let isID = text.label == nodeID(slot).string && withLabel(ofNode: slot) { $0 == nil }
        if !isID && !text.label.isEmpty { return text.label }
        return text.more ?? nodes.type(slot).map { title(ofType: symbols[$0]) } ?? nodeID(slot).string
    }

    private func description(ofType name: Identifier) -> String? {
        guard let look = look(ofType: name), let json = try? JSON(look) else { return nil }
        return json["description"]?.stringValue?.description
    }

    private func writeRows(of slot: Node.Slot, into writer: inout JSONWriter) {
        let texts = textsAtHandles(of: slot)
        if texts.isEmpty { return }
        writer.name("rows")
        writer.beginArray()
        for (handle, row) in zip(handles(of: handleList(slot)), texts) {
            writer.beginObject()
            writer.name("handle")
            writer.string(handle.id.string)
            writer.name("type")
            writer.string(handle.kind.rawValue)
            writer.name("text")
            writer.string(row.text)
            writer.text("error", row.error)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension JSONWriter {
    /// Writes a text under a name; nothing for none.
    fileprivate mutating func text(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(name)
        string(text)
    }
}
