import Wire

/// The values that `enum` or `const` allow, found by their value, not by their spelling.
struct Choices: Sendable {
    private let strings: NameIndex
    private let others: Set<[UInt8]>
    /// The types among them.
    private let types: ValueTypes
    /// The number of the schema's values, with duplicates.
    let count: Int
    /// The only value, as JSON text.
    let only: String?

    init(_ values: [JSON]) {
        var strings: [JSONString] = []
        var known: Set<JSONString> = []
        var others: Set<[UInt8]> = []
        var types: ValueTypes = []
        for value in values {
            types.insert(ValueTypes(value.kind))
            if case .string(let string) = value {
                if known.insert(string).inserted { strings.append(string) }
            } else {
                others.insert(CanonicalKey.of(value))
            }
        }
        self.strings = NameIndex(strings)
        self.others = others
        self.types = types
        count = values.count
        only = values.count == 1 ? values[0].description : nil
    }

    /// Returns true if the value at a cursor is among them.
    func contain(_ cursor: JSONCursor, _ kind: JSONKind) -> Bool {
        guard types.contains(ValueTypes(kind)) else { return false }
        var cursor = cursor
        if kind == .string {
            guard let name = try? cursor.readName() else { return false }
            return strings.place(of: name) != nil
        }
        return others.contains(CanonicalKey.of(&cursor))
    }
}

/// The bytes shared by all spellings of one value and by no other value.
enum CanonicalKey {
    static func of(_ value: JSON) -> [UInt8] {
        if case .string(let string) = value { return of(string) }
        var writer = JSONWriter()
        value.writeCanonical(into: &writer)
        return writer.take()
    }

    /// Reads the next value.
    static func of(_ cursor: inout JSONCursor) -> [UInt8] {
        switch cursor.peek() {
        case .string:
            guard let name = try? cursor.readName() else { return [] }
            return name.hasEscapes ? of(JSONString(name)) : [UInt8(ascii: "\"")] + name.spelling
        case .object, .array:
            guard let value = try? JSON(reading: &cursor, checked: false) else { return [] }
            return of(value)
        default:
            let range = cursor.rawValue()
            let text = UnsafeBufferPointer(start: cursor.base + range.lowerBound, count: range.count)
            guard let first = text.first, first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10 else {
                return Array(text)
            }
            return ExactDecimal(text).canonicalText
        }
    }

    /// A quote and the text; a string with lone surrogates begins with another byte.
    private static func of(_ string: JSONString) -> [UInt8] {
        [UInt8(ascii: string.string == nil ? "'" : "\"")] + string.withUTF8 { Array($0) }
    }
}
