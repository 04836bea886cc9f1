import Wire

/// A property that a GraphML file declares: its name, its elements, its type and its default.
struct GraphMLKey {
    /// The types of the specification (GraphML Primer, "attr.type").
    enum Kind: String { case boolean, int, long, float, double, string }

    /// The meaning of a property in a document.
    enum Role: Int { case label, x, y, width, height, size, red, green, blue, data }

    var name: String
    var kind = Kind.string
    var role = Role.data
    var initial: String?
    var isForNodes = false
    var isForEdges = false

    /// Adds a value to the members of an element.
    func add(_ text: String, to data: inout DataMembers) {
        if kind == .string { data.add(name, text) } else { data.add(name, value(text)) }
    }

    /// The value of a text in the type of the property; a text of another type stays a string.
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
