import Graph
import Storage
import Wire

// What of the members of elements is shown.

extension Document {
    /// A node's `label`, else its `data.label`, as the written JSON string; empty without one.
    func labelText(ofNode slot: Node.Slot) -> [UInt8] {
        withLabel(ofNode: slot) { label in
            // The quotes are around it.
            label.map { Array(UnsafeBufferPointer(start: $0.start - 1, count: $0.count + 2)) } ?? []
        }
    }

    /// Returns the report of an edge's members for frames, of one in these states.
    func text(ofEdge slot: Edge.Slot, in states: EdgeStates) -> EdgeText {
        var text = EdgeText()
        text.style = style(ofEdge: slot, in: states)
        text.labels = furtherLabels(ofEdge: slot)
        text.labelLines = severalLabelLines(ofEdge: slot)
        withEdgeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if name == "label" { text.label = JSONText.string(value) ?? [] }
                if name == "type" { text.type = JSONText.string(value) ?? [] }
            }
        }
        if !text.label.isEmpty { text.richLabel = richLabel(ofEdge: slot) }
        return text
    }
}

extension JSONText {
    /// The bytes of a value that is a string.
    fileprivate static func string(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        value.first == UInt8(ascii: "\"") ? Array(value) : nil
    }
}
