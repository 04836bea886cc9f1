extension Schema {
    /// Writes the schema in the terms that draft-07 and 2020-12 of JSON Schema have in common.
    ///
    /// - Parameter prefix: the text of references before the name of the definition.
    public func writeJSONSchema(into writer: inout JSONWriter, references prefix: String = "#/definitions/") {
        write(into: &writer, doc: "", prefix: prefix)
    }

    fileprivate func write(
        into writer: inout JSONWriter, doc: String, default value: JSON? = nil, earlier: String? = nil, prefix: String
    ) {
        writer.beginObject()
        switch self {
        case .named(let name, _, _), .reference(let name):
            // A reference has no other members beside it, so whatever is said of the member wraps it.
            let isWrapped = !doc.isEmpty || value != nil || earlier != nil
            if isWrapped {
                writer.name("allOf")
                writer.beginArray()
                writer.beginObject()
            }
            writer.name("$ref")
            writer.string(prefix + name)
            if isWrapped {
                writer.endObject()
                writer.endArray()
            }
        default:
            writeMembers(into: &writer, prefix: prefix)
        }
        if let value {
            writer.name("default")
            value.write(into: &writer)
        }
        if !doc.isEmpty {
            writer.name("description")
            writer.string(doc)
        }
        if let earlier {
            writer.name("$comment")
            writer.string("earlier: \(earlier)")
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
        case .string(let comment, let minimum, let maximum):
            writer.type("string")
            if let comment {
                // Validators refuse formats and keywords that they do not know.
                writer.name("$comment")
                writer.string(comment)
            }
            writer.bound("minLength", minimum)
            writer.bound("maxLength", maximum)
        case .choice(let values):
            writer.type("string")
            if values.count == 1 {
                writer.name("const")
                writer.string(values[0])
            } else {
                writer.strings("enum", values)
            }
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
            member.schema.write(
                into: &writer, doc: member.fullDoc, default: member.defaultValue, earlier: member.earlierName,
                prefix: prefix)
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

extension Schema.Member {
    /// Writes the schema of the member's value, with the default, without the description.
    public func writeJSONSchema(into writer: inout JSONWriter, references prefix: String = "#/definitions/") {
        schema.write(into: &writer, doc: "", default: defaultValue, prefix: prefix)
    }

    /// The description, with a default that is not a value.
    public var fullDoc: String {
        guard let defaultText, defaultValue == nil else { return doc }
        return [doc, "Default: \(defaultText)."].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Schema.Definition {
    /// Writes the member by which the alternatives of a union differ; writes nothing if it is not a choice among named
    /// schemas.
    public func writeDiscriminator(into writer: inout JSONWriter, references prefix: String) {
        guard case .oneOf(let schemas) = schema, let choice = Schema.discriminator(of: schemas) else { return }
        writer.name(name)
        choice.write(into: &writer, prefix: prefix)
    }
}

extension Schema.Discriminator {
    fileprivate func write(into writer: inout JSONWriter, prefix: String) {
        writer.beginObject()
        writer.name("propertyName")
        writer.string(member)
        writer.name("mapping")
        writer.beginObject()
        for (value, name) in names {
            writer.name(value)
            writer.string(prefix + name)
        }
        writer.endObject()
        writer.endObject()
    }
}

extension Schema.Definition {
    /// Writes the part after the name.
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
