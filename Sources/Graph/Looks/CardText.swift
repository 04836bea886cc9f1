import Geometry
import Wire

/// The texts of a card with a head: the name beside the icon, and a line of the node's content.
public struct CardText: Sendable {
    /// The label, else the text that it holds, else the title of the type.
    public var name: String
    /// The line, if it is not the name.
    public var more: String?

    /// The greatest length of a text that is read from a node's content.
    private static let longest = 300

    /// - Parameter title: that of its type.
    public init(_ document: Document, _ slot: Node.Slot, title: String) {
        var (label, dataLabel, text, line): (String?, String?, String?, String?)
        document.withNodeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if name == "label" {
                    label = CardText.label(value)
                } else if name == "data", value.first == UInt8(ascii: "{") {
                    JSONMembers.visit(value) { name, value in
                        if name == "label" {
                            dataLabel = CardText.label(value)
                        } else {
                            if name == "text" { text = NodeText.string(value) }
                            line = line ?? CardText.line(name, value)
                        }
                    }
                }
            }
        }
        let stated = label ?? dataLabel
        name = stated ?? text ?? title
        more = stated == nil && text != nil ? nil : line
    }

    private static func label(_ value: UnsafeBufferPointer<UInt8>) -> String? {
        value.elementsEqual("\"\"".utf8) ? "" : NodeText.string(value)
    }

    /// A member as a line: a text, that of a rich text, or a number or a truth value with its name; nil for anything else.
    private static func line(_ name: JSONName, _ value: UnsafeBufferPointer<UInt8>) -> String? {
        switch value.first {
        case UInt8(ascii: "\""): return NodeText.string(value).map { String($0.prefix(longest)) }
        case UInt8(ascii: "{"):
            guard JSONMembers.value("runs", in: value)?.arrayValue != nil else { return nil }
            let text = JSONMembers.value("text", in: value)?.stringValue ?? ""
            return text.isEmpty ? nil : String(text.prefix(longest))
        case UInt8(ascii: "["), UInt8(ascii: "n"), nil: return nil
        default: return "\(name.description): \(String(decoding: value, as: UTF8.self))"
        }
    }
}

extension Document {
    /// Returns true if a node is a card with a head: it has a type, is a large enough rectangle, is not sized by a
    /// text, and states neither a background nor an alignment of its label.
    public func hasHead(_ slot: Node.Slot) -> Bool {
        let frame = frame(slot)
        return nodes.type(slot) != nil && nodes.flags(slot).shape == .rectangle
            && frame.width >= CardMeasures.headWidth && frame.height > CardMeasures.headHeight
            && sizingText(slot) == nil
            && (!nodes.flags(slot).contains(.styled) || hasPlainLook(slot))
    }

    /// Returns true if a node states neither a background nor an alignment of its label.
    private func hasPlainLook(_ slot: Node.Slot) -> Bool {
        let (color, look) = styleLook(ofNode: slot)
        return color == nil && look?.verticalAlign == nil
    }
}
