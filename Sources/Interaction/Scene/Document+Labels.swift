import Graph
import Storage
import Wire

// What of the members of elements is shown.

extension Document {
    /// A node's `label`, else its `data.label`, as the JSON string it was written as; empty without one.
    func labelText(ofNode slot: Node.Slot) -> [UInt8] {
        guard nodes.flags(slot).contains(.labelled) else { return [] }
        return withNodeMembers(slot) { members in
            var own: [UInt8]?
            var inData: [UInt8] = []
            JSONMembers.visit(members) { name, value in
                if name == "label", let text = JSONText.string(value) {
                    own = text
                } else if name == "data" {
                    JSONMembers.visit(value) { name, value in
                        if name == "label", let text = JSONText.string(value) { inData = text }
                    }
                }
            }
            return own ?? inData
        }
    }

    /// What frames report of an edge's members.
    func text(ofEdge slot: Edge.Slot) -> EdgeText {
        var text = EdgeText()
        text.style = style(ofEdge: slot)
        withEdgeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if name == "label" { text.label = JSONText.string(value) ?? [] }
                if name == "type" { text.type = JSONText.string(value) ?? [] }
            }
        }
        return text
    }
}

extension JSONText {
    /// The bytes of a value that is a string.
    fileprivate static func string(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        value.first == UInt8(ascii: "\"") ? Array(value) : nil
    }
}
