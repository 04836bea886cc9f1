import Graph
import Storage
import Wire

// What is said of elements to people who do not see them, and what rows read: in the words of the document, so that front
// ends translate nothing but roles and codes.

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
