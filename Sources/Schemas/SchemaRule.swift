import Wire

/// One schema inside another, in its checked form.
final class SchemaRule: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    /// The requirements of a schema; other schemas are named by their index among the rules.
    struct Parts: Sendable {
        /// The schema `false`.
        var isNever = false
        var types: ValueTypes?
        var choices: Choices?
        var constant: Choices?
        var members: Members?
        var list: List?
        var length: Counts?
        var number: Numbers?
        var anyOf: [Int] = []
        var oneOf: [Int] = []
        var allOf: [Int] = []
        var not: Int?
        var ref: Int?

        /// Is true if it allows everything.
        var isTrivial = true
        /// Is true if it, or an inner schema, has a `$ref`.
        var leadsOn = false

        /// Is true if other rules are checked against the same value.
        var asksOthers: Bool {
            ref != nil || not != nil || !(anyOf.isEmpty && oneOf.isEmpty && allOf.isEmpty)
        }

        /// The rules checked against the same value.
        var inPlace: [Int] { anyOf + oneOf + allOf + [not, ref].compactMap { $0 } }

        /// The inner rules of all keywords.
        var inside: [Int] {
            anyOf + oneOf + allOf + (members?.rules ?? []) + [not, members?.additional, list?.items].compactMap { $0 }
        }
    }

    /// A least and a greatest count.
    struct Counts: Sendable {
        var least: Int?
        var most: Int?
    }

    /// The requirements on an object.
    struct Members: Sendable {
        /// Names of `properties`, then those that occur only in `required`.
        var names = NameIndex([])
        /// The rules of the names, in the same order; later names have none.
        var rules: [Int] = []
        /// The index among the required names, or nil, for each name.
        var requiredPlaces: [Int?] = []
        var required: [JSONString] = []
        var additional: Int?
        /// Is true if `additionalProperties` is `false`.
        var isClosed = false
    }

    /// The requirements on an array.
    struct List: Sendable {
        var items: Int?
        var counts = Counts()
        var isUnique = false
    }

    /// The requirements on a number.
    struct Numbers: Sendable {
        var minimum: Bound?
        var maximum: Bound?
        var exclusiveMinimum: Bound?
        var exclusiveMaximum: Bound?
        var divisor: Bound?

        var isEmpty: Bool {
            minimum == nil && maximum == nil && exclusiveMinimum == nil && exclusiveMaximum == nil && divisor == nil
        }
    }

    /// A number of a schema, exact and in its own spelling.
    struct Bound: Sendable {
        let text: String
        let value: ExactDecimal

        init(_ number: JSONNumber) {
            text = number.text
            value = number.exact
        }
    }
}

/// A set of the JSON types in schemas.
struct ValueTypes: OptionSet, Sendable {
    let rawValue: UInt8

    static let null = ValueTypes(rawValue: 1)
    static let boolean = ValueTypes(rawValue: 2)
    static let object = ValueTypes(rawValue: 4)
    static let array = ValueTypes(rawValue: 8)
    static let number = ValueTypes(rawValue: 16)
    static let string = ValueTypes(rawValue: 32)
    static let integer = ValueTypes(rawValue: 64)

    /// The types in the order in which messages list them.
    static let named: [(name: String, type: ValueTypes)] = [
        ("null", .null), ("boolean", .boolean), ("object", .object), ("array", .array), ("number", .number),
        ("string", .string), ("integer", .integer),
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ kind: JSONKind) {
        switch kind {
        case .null: self = .null
        case .boolean: self = .boolean
        case .object: self = .object
        case .array: self = .array
        case .number: self = .number
        case .string: self = .string
        }
    }

    /// The types in words.
    var words: String {
        ValueTypes.named.filter { contains($0.type) }.map(\.name).joined(separator: " or ")
    }
}
