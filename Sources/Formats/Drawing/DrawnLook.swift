import Graph
import Wire

/// The look of a node or an edge, as far as drawing languages can express it.
///
/// A node states its look in members of `style` that CSS has for boxes (`backgroundColor`, `borderColor`, `borderWidth`,
/// `borderStyle`, `color`, `fontWeight`, `fontStyle`); an edge has members for lines (`stroke`, `strokeWidth`, `dash`).
struct DrawnLook: Hashable {
    var fill: String?
    var stroke: String?
    /// The color of the text.
    var text: String?
    /// The width of the line, in canvas units.
    var strokeWidth: Double?
    /// The lengths of dashes and gaps in turn, in canvas units; empty for a line without gaps.
    var dash: [Double] = []
    /// The opacity, 0…1.
    var opacity: Double?
    /// The letters of its text; nil for the default.
    var isBold: Bool?
    var isItalic: Bool?
    /// The vertical position of its label; nil for the middle.
    var verticalAlign: String?
    /// The label with its marks; nil without marks.
    var rich: RichLabel?
    /// The fields of a divided node.
    var fields: NodeFields?

    /// The dashes of borders for the words of CSS.
    static let dashed = [5.0, 5.0], dotted = [2.0, 2.0]
    /// The greatest length of a dash that counts as a dot.
    static let longestDot = 3.0

    /// Makes a look that states nothing.
    init() {}

    /// Reads the `style` of a node, and collects the names of members that are no part of a look.
    init(node style: JSON, lost: inout [String]) {
        for member in style.objectValue?.members ?? [] {
            let (name, value) = (member.name.description, member.value)
            switch name {
            case "width", "height": break
            case "backgroundColor", "background":
                if let color = DrawnLook.color(value) {
                    if fill == nil || name == "backgroundColor" { fill = color }
                } else {
                    lost.append(name)
                }
            case "borderColor": if !set(\.stroke, DrawnLook.color(value)) { lost.append(name) }
            case "color", "textColor": if !set(\.text, DrawnLook.color(value)) { lost.append(name) }
            case "fontWeight": if !set(\.isBold, NodeLook.isBold(value)) { lost.append(name) }
            case "fontStyle": if !set(\.isItalic, NodeLook.isItalic(value)) { lost.append(name) }
            case "verticalAlign":
                verticalAlign = value.stringValue == "middle" ? nil : value.stringValue
                if NodeLook.VerticalAlign(rawValue: value.stringValue ?? "") == nil { lost.append(name) }
            case "richLabel": if !set(\.rich, RichLabel(value)) { lost.append(name) }
            case "fields": if !set(\.fields, NodeFields(value)) { lost.append(name) }
            case "borderWidth": if !set(\.strokeWidth, DrawnLook.pixels(value)) { lost.append(name) }
            case "opacity": if !set(\.opacity, DrawnLook.part(value)) { lost.append(name) }
            case "borderStyle":
                switch value.stringValue {
                case "solid": break
                case "dashed": dash = DrawnLook.dashed
                case "dotted": dash = DrawnLook.dotted
                default: lost.append(name)
                }
            default: if value != .null { lost.append(name) }
            }
        }
    }

    /// Completes the look from the `style` of an edge, and returns the names of the members that are lost.
    mutating func take(edge style: JSON) -> [String] {
        var lost: [String] = []
        for member in style.objectValue?.members ?? [] {
            switch member.name.description {
            case "dash", "opacity", "animated": break
            case "richLabel": if !set(\.rich, RichLabel(member.value)) { lost.append("richLabel") }
            case "stroke": if stroke == nil { lost.append("stroke") }
            case "strokeWidth": if strokeWidth == nil { lost.append("strokeWidth") }
            case "strokeDasharray":
                let lengths = DrawnLook.lengths(member.value.stringValue ?? "")
                if dash.isEmpty { dash = lengths }
                if lengths.isEmpty { lost.append("strokeDasharray") }
            case let name: if member.value != .null { lost.append(name) }
            }
        }
        return lost
    }

    private mutating func set<Value>(_ path: WritableKeyPath<DrawnLook, Value?>, _ value: Value?) -> Bool {
        guard let value else { return false }
        self[keyPath: path] = value
        return true
    }

    private static func color(_ json: JSON) -> String? { json.stringValue.flatMap { DrawingColor.plain($0) } }

    /// A length in pixels: a number, or a text such as `4px`.
    private static func pixels(_ json: JSON) -> Double? { json.doubleValue ?? json.stringValue.flatMap { pixels($0) } }

    private static func part(_ json: JSON) -> Double? {
        (json.doubleValue ?? json.stringValue.flatMap { Double($0) }).flatMap { (0...1).contains($0) ? $0 : nil }
    }

    /// The longest text that is read as lengths.
    private static let longest = 200
    /// The greatest width of a line, and the greatest length of a dash.
    private static let greatest = (width: 100.0, dash: 1000.0)
    /// The greatest number of lengths.
    private static let mostLengths = 16

    /// A length in pixels, with or without its unit; nil for anything else.
    static func pixels(_ text: String) -> Double? {
        guard text.utf8.count <= longest else { return nil }
        var text = text.trimmed
        if text.hasSuffix("px") { text.removeLast(2) }
        return Double(text).flatMap { $0 >= 0 && $0.isFinite ? min($0, greatest.width) : nil }
    }

    /// The lengths of dashes, with blanks or commas between them; empty if they are none.
    static func lengths(_ text: String) -> [Double] {
        guard text.utf8.count <= longest else { return [] }
        let words = text.split { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\\" }
        let lengths = words.compactMap { word -> Double? in
            let number = word.hasSuffix("px") ? Double(word.dropLast(2)) : Double(word)
            return number.flatMap { (0...greatest.dash).contains($0) ? $0 : nil }
        }
        let areLengths = lengths.count == words.count && lengths.count <= mostLengths && lengths.contains { $0 > 0 }
        return areLengths ? lengths : []
    }
}
