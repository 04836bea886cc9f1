import Wire

/// One schema inside another, as it is asked.
final class SchemaRule: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    /// The demands of a schema; other schemas are named by their place among the rules.
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
        /// Is true if it, or a schema inside, has a `$ref`.
        var leadsOn = false

        /// Is true if other rules are asked of the same value.
        var asksOthers: Bool {
            ref != nil || not != nil || !(anyOf.isEmpty && oneOf.isEmpty && allOf.isEmpty)
        }

        /// The rules asked of the same value.
        var inPlace: [Int] { anyOf + oneOf + allOf + [not, ref].compactMap { $0 } }

        /// The rules inside, wherever they are asked.
        var inside: [Int] {
            anyOf + oneOf + allOf + (members?.rules ?? []) + [not, members?.additional, list?.items].compactMap { $0 }
        }
    }

    /// A least and a greatest count.
    struct Counts: Sendable {
        var least: Int?
        var most: Int?
    }

    /// The demands on an object.
    struct Members: Sendable {
        /// Names of `properties`, then those that only `required` names.
        var names = NameIndex([])
        /// The rule of each of the names; those beyond have none.
        var rules: [Int] = []
        /// The place among the required names, or nil, by the same places.
        var requiredPlaces: [Int?] = []
        var required: [JSONString] = []
        var additional: Int?
        /// Is true if `additionalProperties` is `false`.
        var isClosed = false
    }

    /// The demands on an array.
    struct List: Sendable {
        var items: Int?
        var counts = Counts()
        var isUnique = false
    }

    /// The demands on a number.
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

    /// A number of a schema, in its own spelling and exactly.
    struct Bound: Sendable {
        let text: String
        let value: ExactDecimal

        init(_ number: JSONNumber) {
            text = number.text
            value = number.exact
        }
    }
}

/// A set of the types of values that schemas name.
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
