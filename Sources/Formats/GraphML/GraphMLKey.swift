import Wire

/// A property that a GraphML file declares: its name, the elements that have it, its type and its default.
struct GraphMLKey {
    /// The types that the specification has (GraphML Primer, "attr.type").
    enum Kind: String { case boolean, int, long, float, double, string }

    /// The part of an element that a property is in a document.
    enum Role: Int { case label, x, y, width, height, size, red, green, blue, data }

    var name: String
    var kind = Kind.string
    var role = Role.data
    var initial: String?
    var isForNodes = false
    var isForEdges = false

    /// Adds the value of a text to the members of an element.
    func add(_ text: String, to data: inout DataMembers) {
        if kind == .string { data.add(name, text) } else { data.add(name, value(text)) }
    }

    /// The value of a text in the type of the property; a text that is none of that type stays one.
    func value(_ text: String) -> JSONText {
        switch kind {
        case .boolean:
            switch text {
            case "true", "1": .yes
            case "false", "0": .no
            default: JSONText(string: text)
            }
        case .int, .long, .float, .double: JSONText(number: text) ?? JSONText(string: text)
        case .string: JSONText(string: text)
        }
    }
}
