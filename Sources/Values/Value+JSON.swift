import Wire

extension JSONWriter {
    /// Writes a value in the form of the protocol.
    public mutating func value(_ value: Value) {
        switch value {
        case .number(let number): self.number(number)
        case .boolean(let flag): boolean(flag)
        case .string(let text): string(text)
        case .list(let list):
            beginArray()
            for item in list.items { self.value(item) }
            endArray()
        case .color(let color):
            beginObject()
            name("color")
            beginArray()
            for channel in color.channels { number(channel) }
            endArray()
            endObject()
        }
    }

    /// Writes a value, or an object with the reason why there is none.
    public mutating func outcome(_ outcome: Outcome) {
        switch outcome {
        case .success(let value): self.value(value)
        case .failure(let error):
            beginObject()
            name("error")
            string(error.code.rawValue)
            if let subject = error.subject {
                if error.code == .missingInput { name("handle") } else { name("from") }
                string(subject)
            }
            endObject()
        }
    }
}

extension Value {
    /// Reads a JSON value, for example of a node's data.
    ///
    /// - Throws: `missingData` for null, `type` for an object that is no color, `overflow`, `limit`.
    public init(reading cursor: inout JSONCursor) throws(ValueError) {
        try self.init(reading: &cursor, depth: 0)
    }

    private init(reading cursor: inout JSONCursor, depth: Int) throws(ValueError) {
        switch cursor.peek() {
        case .number:
            guard let number = try? cursor.readDouble() else { throw ValueError(.overflow) }
            self = .number(number)
        case .boolean: self = .boolean((try? cursor.readBoolean()) == true)
        case .string: self = .string(try Value.string(&cursor))
        case .array: self = .list(try Value.list(&cursor, depth: depth))
        case .object: self = .color(try Value.color(&cursor))
        case .null, nil: throw ValueError(.missingData)
        }
    }

    /// A lone surrogate, which no string can hold, becomes its escape.
    private static func string(_ cursor: inout JSONCursor) throws(ValueError) -> String {
        guard let name = try? cursor.readName() else { throw ValueError(.type) }
        if name.count > 6 * ValueLimits.stringBytes { throw ValueError(.limit) }
        let text = name.description
        if text.utf8.count > ValueLimits.stringBytes { throw ValueError(.limit) }
        return text
    }

    private static func list(_ cursor: inout JSONCursor, depth: Int) throws(ValueError) -> ValueList {
        if depth >= ValueLimits.listDepth || !cursor.entersArray() { throw ValueError(.limit) }
        var items: [Value] = []
        while cursor.nextElement() {
            if items.count >= ValueLimits.listItems { throw ValueError(.limit) }
            do throws(ValueError) {
                items.append(try Value(reading: &cursor, depth: depth + 1))
            } catch {
                // An item that is null is there, but it is not a value.
                throw error.code == .missingData ? ValueError(.type) : error
            }
        }
        return try ValueList(items)
    }

    /// `{"color": [r, g, b]}`, with or without alpha.
    private static func color(_ cursor: inout JSONCursor) throws(ValueError) -> Color {
        guard cursor.entersObject(), cursor.hasMember("color"), cursor.entersArray() else {
            throw ValueError(.type)
        }
        var channels: [Double] = []
        while cursor.nextElement() {
            guard channels.count < 4, let channel = try? cursor.readDouble() else { throw ValueError(.type) }
            channels.append(channel)
        }
        guard channels.count >= 3, cursor.nextMember() == nil else { throw ValueError(.type) }
        return Color(
            red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count > 3 ? channels[3] : 1)
    }
}
