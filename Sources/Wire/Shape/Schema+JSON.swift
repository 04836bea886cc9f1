extension Schema {
    /// Writes the schema in the terms that draft-07 and 2020-12 of JSON Schema have in common.
    ///
    /// - Parameter prefix: the text of references before the name of the definition.
    public func writeJSONSchema(into writer: inout JSONWriter, references prefix: String = "#/definitions/") {
        write(into: &writer, doc: "", prefix: prefix)
    }

    fileprivate func write(into writer: inout JSONWriter, doc: String, prefix: String) {
        writer.beginObject()
        switch self {
        case .named(let name, _, _), .reference(let name):
            // A reference has no other members beside it, so a description wraps it.
            if !doc.isEmpty {
                writer.name("allOf")
                writer.beginArray()
                writer.beginObject()
            }
            writer.name("$ref")
            writer.string(prefix + name)
            if !doc.isEmpty {
                writer.endObject()
                writer.endArray()
            }
        default:
            writeMembers(into: &writer, prefix: prefix)
        }
        if !doc.isEmpty {
            writer.name("description")
            writer.string(doc)
        }
        writer.endObject()
    }

    private func writeMembers(into writer: inout JSONWriter, prefix: String) {
        switch self {
        case .any: break
        case .null: writer.type("null")
        case .boolean: writer.type("boolean")
        case .integer(let minimum, let maximum):
            writer.type("integer")
            writer.bound("minimum", minimum)
            writer.bound("maximum", maximum)
        case .number(let minimum, let maximum, let above):
            writer.type("number")
            writer.bound("minimum", minimum)
            writer.bound("maximum", maximum)
            writer.bound("exclusiveMinimum", above)
        case .string(let format, let minimum, let maximum):
            writer.type("string")
            if let format {
                writer.name("format")
                writer.string(format)
            }
            writer.bound("minLength", minimum)
            writer.bound("maxLength", maximum)
        case .choice(let values):
            writer.type("string")
            writer.strings("enum", values)
        case .array(let element, let minimum, let maximum):
            writer.type("array")
            writer.name("items")
            element.write(into: &writer, doc: "", prefix: prefix)
            writer.bound("minItems", minimum)
            writer.bound("maxItems", maximum)
        case .object(let members, let isOpen):
            Schema.writeObject(members, isOpen: isOpen, into: &writer, prefix: prefix)
        case .dictionary(let element):
            writer.type("object")
            writer.name("additionalProperties")
            element.write(into: &writer, doc: "", prefix: prefix)
        case .oneOf(let schemas):
            writer.name("oneOf")
            writer.beginArray()
            for schema in schemas { schema.write(into: &writer, doc: "", prefix: prefix) }
            writer.endArray()
        case .named(let name, _, _), .reference(let name):
            writer.name("$ref")
            writer.string(prefix + name)
        }
    }

    private static func writeObject(
        _ members: [Member], isOpen: Bool, into writer: inout JSONWriter, prefix: String
    ) {
        writer.type("object")
        writer.name("properties")
        writer.beginObject()
        for member in members {
            writer.name(member.name)
            let text = member.defaultText.map { "Default: \($0)." }
            let doc = [member.doc, text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
            member.schema.write(into: &writer, doc: doc, prefix: prefix)
        }
        writer.endObject()
        let required = members.filter(\.isRequired).map(\.name)
        if !required.isEmpty { writer.strings("required", required) }
        if !isOpen {
            writer.name("additionalProperties")
            writer.boolean(false)
        }
    }
}

extension Schema.Definition {
    /// Writes what follows the name.
    public func writeJSONSchema(into writer: inout JSONWriter, references prefix: String = "#/definitions/") {
        schema.write(into: &writer, doc: doc, prefix: prefix)
    }
}

extension JSONWriter {
    fileprivate mutating func type(_ name: StaticString) {
        self.name("type")
        string(name.description)
    }

    fileprivate mutating func bound(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        integer(value)
    }

    fileprivate mutating func bound(_ name: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        self.name(name)
        number(value)
    }

    fileprivate mutating func strings(_ name: StaticString, _ values: [String]) {
        self.name(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }
}
