extension JSON {
    /// Reads the next value.
    ///
    /// - Parameter checked: whether repeated member names in an object, and numbers beyond the doubles, are refused;
    ///   otherwise the last of equal names counts.
    public init(reading cursor: inout JSONCursor, checked: Bool = true) throws(ShapeError) {
        switch cursor.peek() {
        case .object:
            var object = JSONObject()
            try cursor.enterObject()
            while let name = cursor.nextMember() {
                do throws(ShapeError) {
                    let key = JSONString(name)
                    if checked, object.index(of: key) != nil { throw ShapeError("duplicate member") }
                    object[key] = try JSON(reading: &cursor, checked: checked)
                } catch {
                    throw error.inside(.member(name.description))
                }
            }
            self = .object(object)
        case .array:
            var elements: [JSON] = []
            try cursor.enterArray()
            while cursor.nextElement() {
                do throws(ShapeError) {
                    elements.append(try JSON(reading: &cursor, checked: checked))
                } catch {
                    throw error.inside(.element(elements.count))
                }
            }
            self = .array(elements)
        case .string: self = .string(JSONString(try cursor.readName()))
        case .number:
            let start = cursor.index
            if checked { try cursor.checkNumber() } else { cursor.skipValue() }
            let text = UnsafeBufferPointer(start: cursor.base + start, count: cursor.index - start)
            self = .number(JSONNumber(trusted: String(decoding: text, as: UTF8.self)))
        case .boolean: self = .boolean(try cursor.readBoolean())
        case .null:
            try cursor.readNull()
            self = .null
        case nil: throw .expected("a value", found: nil)
        }
    }

    /// Reads a validated text.
    ///
    /// - Parameter checked: as for `init(reading:checked:)`; a text from a file is read without.
    public init(_ text: JSONText, checked: Bool = true) throws(ShapeError) {
        self = try text.withCursor { (cursor) throws(ShapeError) in try JSON(reading: &cursor, checked: checked) }
    }

    /// Validates and reads a whole text; nil if it is not JSON, repeats a member or has a number out of range.
    public init?(parsing text: String) {
        var text = text
        let value = text.withUTF8 { bytes -> JSON? in
            guard JSONSyntax.validate(bytes) == nil else { return nil }
            var cursor = JSONCursor(bytes)
            return try? JSON(reading: &cursor)
        }
        guard let value else { return nil }
        self = value
    }

    /// Writes the value; numbers in their own spelling, members in their own order.
    public func write(into writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .boolean(let value): writer.boolean(value)
        case .number(let number):
            var text = number.text
            text.withUTF8 { writer.raw($0) }
        case .string(let string): writer.string(string)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(into: &writer) }
            writer.endArray()
        case .object(let object):
            writer.beginObject()
            for member in object.members {
                writer.name(member.name)
                member.value.write(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Writes the common text of all equal values: members in the order of their names' bytes, numbers in one
    /// spelling.
    public func writeCanonical(into writer: inout JSONWriter) {
        switch self {
        case .null, .boolean, .string: write(into: &writer)
        case .number(let number): writer.raw(number.exact.canonicalText)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.writeCanonical(into: &writer) }
            writer.endArray()
        case .object(let object):
            writer.beginObject()
            for member in object.members.sorted(by: { $0.name < $1.name }) {
                writer.name(member.name)
                member.value.writeCanonical(into: &writer)
            }
            writer.endObject()
        }
    }

    /// The value as compact JSON text. O(*n*) in its length.
    public var text: JSONText {
        var writer = JSONWriter()
        write(into: &writer)
        return JSONText(trusted: writer.take())
    }
}

extension JSON: CustomStringConvertible {
    /// The compact JSON text.
    public var description: String { String(decoding: text.bytes, as: UTF8.self) }
}
