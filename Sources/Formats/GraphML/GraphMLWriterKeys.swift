import Graph
import Wire

/// The members of `data` as properties of a GraphML file: their keys, and the common types of their values.
struct GraphMLWriterKeys {
    private struct Key {
        let name: JSONString
        var kind: GraphMLKey.Kind?
    }

    private let prefix: String
    private let kind: ExportLoss.Kind
    private var keys: [Key] = []
    private var places: [JSONString: Int] = [:]
    /// The names that readers take for something else.
    private let reserved: Set<JSONString>

    init(prefix: String, kind: ExportLoss.Kind) {
        (self.prefix, self.kind) = (prefix, kind)
        reserved = kind == .node ? ["label", "x", "y", "width", "height"] : ["label", "Edge Label"]
    }

    /// Records the members of an element.
    mutating func note(_ data: JSON) {
        for member in data.objectValue?.members ?? [] where !reserved.contains(member.name) {
            let kind = GraphMLWriterKeys.kind(of: member.value)
            if let place = places[member.name] {
                keys[place].kind = GraphMLWriterKeys.common(keys[place].kind, kind)
            } else {
                places[member.name] = keys.count
                keys.append(Key(name: member.name, kind: kind))
            }
        }
    }

    private static func kind(of value: JSON) -> GraphMLKey.Kind {
        switch value {
        case .boolean: return .boolean
        case .number(let number):
            guard let integer = Int(number.text) else { return .double }
            return Int32(exactly: integer) == nil ? .long : .int
        default: return .string
        }
    }

    private static func common(_ first: GraphMLKey.Kind?, _ second: GraphMLKey.Kind) -> GraphMLKey.Kind {
        guard let first, first != second else { return second }
        let order: [GraphMLKey.Kind] = [.int, .long, .double]
        guard let a = order.firstIndex(of: first), let b = order.firstIndex(of: second) else { return .string }
        return order[max(a, b)]
    }

    func writeDeclarations(into writer: inout JSONWriter) {
        for (place, key) in keys.enumerated() {
            writer.append("<key")
            writer.attribute("id", "\(prefix)\(place)")
            writer.attribute("for", kind == .node ? "node" : "edge")
            writer.attribute("attr.name", key.name.shown)
            writer.attribute("attr.type", (key.kind ?? .string).rawValue)
            writer.append("/>\n")
        }
    }

    /// Writes the members of an element.
    func write(
        _ data: [JSONObject.Member], _ id: Identifier, into writer: inout JSONWriter, _ tally: inout ExportTally
    ) {
        for member in data {
            guard let place = places[member.name] else {
                tally.add(kind, id, "data", "`data.\(member.name)` has a name that means something else in GraphML")
                continue
            }
            let text: String
            switch member.value {
            case .string(let string): text = string.shown
            case .number(let number): text = number.text
            case .boolean(let value): text = value ? "true" : "false"
            default:
                tally.add(kind, id, "data", "a value in `data` that GraphML has not becomes a text")
                text = member.value.description
            }
            if keys[place].kind == .string, [.number, .boolean].contains(member.value.kind) {
                tally.add(kind, id, "data", "a value becomes a text, as others of its name are none of its type")
            }
            writer.append("<data")
            writer.attribute("key", "\(prefix)\(place)")
            writer.append(">")
            writer.xml(text)
            writer.append("</data>\n")
        }
    }
}
