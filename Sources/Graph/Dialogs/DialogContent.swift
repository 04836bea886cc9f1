import Wire

/// The data of a node that a run of a dialog reads.
public struct DialogContent: Sendable {
    /// The text that is said: `data.text`, a string or a rich text, else the node's label; nil if there is neither.
    public let text: String?
    /// The path of the text in the data; nil for the label.
    public let textPath: String?
    /// The members of the data, unchanged; null counts as none.
    public let input: JSON?, condition: JSON?, actions: JSON?
    /// The number of bytes that were read.
    public let bytes: Int
}

extension Document {
    /// Returns the content of a node for dialogs.
    ///
    /// - Complexity: O(*n*) in the bytes of the node.
    public func dialogContent(of slot: Node.Slot) -> DialogContent {
        withNodeMembers(slot) { members in
            let data = JSONMembers.cursor("data", in: members)
            let said = data?.dialogText
            return DialogContent(
                text: said?.text ?? withLabel(ofNode: slot) { $0?.description }, textPath: said?.path,
                input: data?.tree("input"), condition: data?.tree("condition"), actions: data?.tree("actions"),
                bytes: members.count)
        }
    }

    /// The `data.condition` of an edge and its label, and how many bytes there were to read.
    ///
    /// - Complexity: O(*n*) in the bytes of the edge.
    public func dialogContent(ofEdge slot: Edge.Slot) -> (condition: JSON?, label: String?, bytes: Int) {
        withEdgeMembers(slot) { members in
            let data = JSONMembers.cursor("data", in: members)
            return (data?.tree("condition"), withLabel(ofEdge: slot) { $0?.description }, members.count)
        }
    }
}

extension JSONCursor {
    /// The text of the next data, and its path: `text`, or the `text` of a rich text.
    fileprivate var dialogText: (text: String, path: String)? {
        guard var text = value(at: JSONPointer(tokens: ["text"])) else { return nil }
        var path = "/text"
        if text.peek() == .object {
            guard let inner = text.value(at: JSONPointer(tokens: ["text"])) else { return nil }
            (text, path) = (inner, "/text/text")
        }
        guard text.peek() == .string else { return nil }
        return (try? text.readName()).map { ($0.description, path) }
    }

    /// A member of the next object; null counts as none.
    func tree(_ name: JSONString) -> JSON? {
        guard var value = value(at: JSONPointer(tokens: [name])), value.peek() != .null else { return nil }
        return try? JSON(reading: &value, checked: false)
    }
}
