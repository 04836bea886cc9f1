import Geometry
import Graph
import Wire

/// A builder of the members of `data`; the first member of a name counts.
struct DataMembers {
    /// The object without its closing brace; nil if it is empty.
    private var writer: JSONWriter?
    /// The names of members: a list up to a number, then a set.
    private var names: [String] = []
    private var manyNames: Set<Identifier> = []
    private static let few = 16

    var isEmpty: Bool { writer == nil }

    mutating func add(_ name: String, _ value: JSONText) { add(name) { $0.raw(value) } }

    mutating func add(_ name: String, _ value: String) { add(name) { $0.string(value) } }

    /// Adds a text as a number or boolean if it is one, else as a string.
    mutating func add(_ name: String, plain value: String) { add(name, JSONText(plain: value)) }

    private mutating func add(_ name: String, _ write: (inout JSONWriter) -> Void) {
        if contains(name) { return }
        if names.count < DataMembers.few { names.append(name) } else { manyNames.insert(Identifier(name)) }
        var object = writer ?? JSONWriter()
        if writer == nil { object.beginObject() }
        object.name(name)
        write(&object)
        writer = object
    }

    /// Returns true if there is a member with a name.
    func contains(_ name: String) -> Bool {
        names.contains { $0.hasSameBytes(as: name) } || !manyNames.isEmpty && manyNames.contains(Identifier(name))
    }

    /// The finished object.
    ///
    /// - Complexity: O(*n*).
    var text: JSONText {
        guard var object = writer else { return .emptyObject }
        object.endObject()
        return JSONText(trusted: object.bytes)
    }
}

extension JSONText {
    /// Makes a string.
    init(string: String) {
        var writer = JSONWriter(capacity: string.utf8.count + 8)
        writer.string(string)
        self.init(trusted: writer.take())
    }

    /// Makes a number or boolean from a text in JSON's spelling, else a string.
    init(plain text: String) {
        if text == "true" || text == "false" {
            self.init(trusted: Array(text.utf8))
        } else if let number = JSONText(number: text) {
            self = number
        } else {
            self.init(string: text)
        }
    }

    /// Makes a number from a text in JSON's spelling; nil for other texts, and for numbers that are not finite doubles.
    init?(number text: String) {
        guard let first = text.utf8.first, first.isDigit || first == UInt8(ascii: "-"), text.utf8.count <= 64,
            let value = Double(text), value.isFinite, let number = try? JSONText(validating: text)
        else { return nil }
        self = number
    }
}

extension TextGraph.Node {
    /// Sets the members of `data` if there are any.
    mutating func set(_ data: DataMembers) { if !data.isEmpty { members.append(("data", data.text)) } }

    /// Sets the color of the node, which must be a CSS color.
    mutating func setFill(_ color: String) {
        members.append(("style", JSON.object(["backgroundColor": .string(JSONString(color))]).text))
    }
}

extension TextGraph.Edge {
    /// Sets the members of `data` if there are any.
    mutating func set(_ data: DataMembers) { if !data.isEmpty { members.append(("data", data.text)) } }

    /// Sets the look of the line: a CSS color, the width, and the lengths of dashes and gaps.
    mutating func setStyle(stroke: String?, width: Double?, dash: [Double] = []) {
        var style: JSONObject = [:]
        if let stroke { style["stroke"] = .string(JSONString(stroke)) }
        if let width { style["strokeWidth"] = .number(width) }
        if !dash.isEmpty { style["dash"] = .array(dash.map { .number($0) }) }
        if style != [:] { members.append(("style", JSON.object(style).text)) }
    }

    /// Sets the bends of the edge, on the canvas; bends beyond `Limits.waypoints` are a loss.
    mutating func setWaypoints(_ points: [Point], _ tally: inout ExportTally) {
        if points.isEmpty { return }
        if points.count > Limits.waypoints {
            tally.add(
                .edge, id.map(Identifier.init), "waypoints", "an edge has at most \(Limits.waypoints) waypoints")
        }
        let list = points.prefix(Limits.waypoints).map { JSON.object(["x": .number($0.x), "y": .number($0.y)]) }
        members.append(("waypoints", JSON.array(list).text))
    }

    /// Sets the type of the path.
    mutating func setType(_ type: EdgeType) { members.append(("type", JSONText(string: type.rawValue))) }
}

/// A color as `#rrggbb`, the form that all programs read.
enum HexColor {
    /// The color of `#rrggbb`, `#rgb` or `#rrggbbaa` without transparency; nil for other texts.
    static func read(_ text: String) -> String? {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), [3, 6, 8].contains(digits.count),
            digits.allSatisfy({ $0.isHexadecimal })
        else { return nil }
        if digits.count == 6 { return text }
        if digits.count == 3 { return "#" + text.dropFirst().map { "\($0)\($0)" }.joined() }
        return String(text.prefix(7))
    }

    /// The color of three components, 0…255.
    static func text(red: Int, green: Int, blue: Int) -> String {
        "#"
            + [red, green, blue].map { part in
                let part = min(max(part, 0), 255)
                return (part < 16 ? "0" : "") + String(part, radix: 16)
            }.joined()
    }
}
