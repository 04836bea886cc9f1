import Geometry
import Wire

/// The rule for the size of nodes by a text in them: a type's `sizeFrom`.
public struct TextRule: Sendable {
    private let label: JSONPointer
    /// The look of the text.
    public let style: TextStyle
    /// The least size of a node.
    private let least: Size

    init?(_ json: JSON) {
        guard let label = json["label"]?.stringValue.flatMap({ JSONPointer($0) }) else { return nil }
        self.label = label
        func length(_ name: JSONString, in range: ClosedRange<Double>) -> Double? {
            json.objectValue?[name]?.doubleValue.flatMap { range.contains($0) ? $0 : nil }
        }
        let padding = length("padding", in: TextRule.paddings) ?? 10
        style = TextStyle(
            fontSize: length("fontSize", in: TextRule.fontSizes) ?? 13,
            padding: Size(width: padding, height: padding), maxWidth: length("maxWidth", in: TextRule.widths))
        least = Size(
            width: length("minWidth", in: TextRule.widths) ?? 0, height: length("minHeight", in: TextRule.widths) ?? 0)
    }

    static let fontSizes = 1.0...1000
    static let paddings = 0.0...10_000
    static let widths = 1.0...Double(Limits.measuredLength)

    /// The text in the members of a node; nil if there is no string or number.
    func text(_ members: UnsafeBufferPointer<UInt8>) -> String? {
        guard var cursor = JSONCursor(members).value(at: label) else { return nil }
        switch cursor.peek() {
        case .string: return (try? cursor.readName()).map { JSONString($0).description }
        case .number: return String(decoding: members[cursor.rawValue()], as: UTF8.self)
        default: return nil
        }
    }

    /// The size of a node with these members; nil if it has no text.
    func size(_ members: UnsafeBufferPointer<UInt8>, _ shape: NodeShape) -> Size? {
        text(members).map {
            let size = shape.size(around: style.size(of: $0))
            return Size(width: max(size.width, least.width), height: max(size.height, least.height))
        }
    }
}
