import Wire

/// The look that the `style` of a node states beside its background: its border, and the letters of its texts.
public struct NodeLook: Sendable, Equatable {
    /// The line of a border.
    public enum BorderStyle: String, CaseIterable, Sendable { case solid, dashed, dotted, none }

    /// The vertical alignment of a label.
    public enum VerticalAlign: String, CaseIterable, Sendable { case top, middle, bottom }

    /// The color of the border: `borderColor`.
    public var borderColor: StyleColor?
    /// The width of the border, canvas units, at most 100: `borderWidth`.
    public var borderWidth: Double?
    /// The line of the border: `borderStyle`.
    public var borderStyle: BorderStyle?
    /// The color of all texts: `color` or `textColor`.
    public var textColor: StyleColor?
    /// Is true from 600, the weight of titles: `fontWeight`.
    public var isBold: Bool?
    /// Is true for `italic` and `oblique`: `fontStyle`.
    public var isItalic: Bool?
    /// The vertical alignment of a label without a head: `verticalAlign`.
    public var verticalAlign: VerticalAlign?
    /// The radius of its corners that the node states itself, in its member `cornerRadius`.
    var cornerRadius: Double?
    /// The label with letters of its own, valid while its text equals the label: `richLabel`.
    private(set) var richLabel: RichLabel?
    /// The fields into which it is divided, valid while their text equals the label: `fields`.
    private(set) var fields: NodeFields?

    /// A look that states nothing.
    init() {}

    /// The look that a style states; nil if it states nothing of a look.
    init?(_ style: JSON) {
        for member in style.objectValue?.members ?? [] { _ = take(member.name, member.value) }
        if self == NodeLook() { return nil }
    }

    /// The properties of a style that a look is made of.
    static let shown: Set<JSONString> = [
        "borderColor", "borderWidth", "borderStyle", "color", "textColor", "fontWeight", "fontStyle", "richLabel",
        "verticalAlign", "fields",
    ]

    /// Returns true if a value of one of them is drawn.
    static func shows(_ name: JSONString, _ value: JSON) -> Bool {
        var look = NodeLook()
        return look.take(name, value)
    }

    /// Takes a property of a style; returns false if it is none of a look, or its value is not read.
    mutating func take(_ name: JSONString, _ value: JSON) -> Bool {
        switch name {
        case "borderColor": set(\.borderColor, StyleColor(value))
        case "borderWidth": set(\.borderWidth, StyleLength.pixels(value).map { min($0, NodeLook.widest) })
        case "borderStyle": set(\.borderStyle, value.stringValue.flatMap { BorderStyle(rawValue: $0) })
        case "color", "textColor": set(\.textColor, StyleColor(value))
        case "fontWeight": set(\.isBold, NodeLook.isBold(value))
        case "fontStyle": set(\.isItalic, NodeLook.isItalic(value))
        case "verticalAlign": set(\.verticalAlign, value.stringValue.flatMap { VerticalAlign(rawValue: $0) })
        case "richLabel": set(\.richLabel, RichLabel(value))
        case "fields": set(\.fields, NodeFields(value))
        default: false
        }
    }

    private mutating func set<Value>(_ path: WritableKeyPath<NodeLook, Value?>, _ value: Value?) -> Bool {
        if let value { self[keyPath: path] = value }
        return value != nil
    }

    private static let widest = 100.0
    private static let boldest = 1...1000.0
    private static let leastBold = 600.0

    /// Returns true for a value of `fontWeight` that is that of titles, 600, or more; nil for none.
    public static func isBold(_ value: JSON) -> Bool? {
        switch value.stringValue {
        case "bold", "bolder": return true
        case "normal", "lighter": return false
        case let text:
            guard let weight = value.doubleValue ?? text.flatMap({ Double($0) }), boldest.contains(weight) else {
                return nil
            }
            return weight >= leastBold
        }
    }

    /// Returns true for a value of `fontStyle` that is slanted; nil for none.
    public static func isItalic(_ value: JSON) -> Bool? {
        switch value.stringValue {
        case "italic", "oblique": true
        case "normal": false
        default: nil
        }
    }

    /// The label with letters of its own, if it is that of the element.
    public func rich(_ label: String) -> RichLabel? { richLabel?.text == label ? richLabel : nil }

    /// The fields of a node with a label, if they belong to it.
    public func fields(_ label: String) -> NodeFields? { fields?.text == label ? fields : nil }

    /// The drawn width of the border, in canvas units: 1 unless the style says otherwise.
    public var drawnWidth: Double { borderStyle == NodeLook.BorderStyle.none ? 0 : borderWidth ?? 1 }

    /// Is true if it describes the border: a group's border is then a line without gaps, unless it states the style.
    public var hasBorder: Bool { borderColor != nil || borderWidth != nil || borderStyle != nil }

    /// The dashes and gaps of the border in turn, canvas units; empty for a line without gaps.
    public var dash: [Double] {
        let unit = max(drawnWidth, 1)
        return switch borderStyle {
        case .dashed: [5 * unit, 4 * unit]
        case .dotted: [1.5 * unit, 2 * unit]
        case .solid, .some(.none), nil: []
        }
    }

    /// The object that frames have, with the members that are stated.
    public var json: [UInt8] {
        var object = JSONObject()
        object["borderColor"] = borderColor.map { .string(JSONString($0.text)) }
        object["borderWidth"] = borderWidth.map { .number($0) }
        object["borderStyle"] = borderStyle.map { .string(JSONString($0.rawValue)) }
        object["textColor"] = textColor.map { .string(JSONString($0.text)) }
        object["fontWeight"] = isBold.map { $0 ? "bold" : "normal" }
        object["fontStyle"] = isItalic.map { $0 ? "italic" : "normal" }
        object["verticalAlign"] = verticalAlign.map { .string(JSONString($0.rawValue)) }
        object["cornerRadius"] = cornerRadius.map { .number($0) }
        object["richLabel"] = richLabel?.json
        object["fields"] = fields?.json
        return Array(JSON.object(object).description.utf8)
    }
}
