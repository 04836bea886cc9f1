/// A JSON value as a tree, for values without a shape.
///
///     let value: JSON = ["name": "a", "sizes": [1, 2.50]]
///     assert(value["sizes"]?[1]?.doubleValue == 2.5)
///     assert(JSON(parsing: #"{"a":1,"a":2}"#) == nil)
///
/// Values are equal by their meaning: the order of members and the spelling of numbers do not count, and strings are
/// compared by their bytes.
public enum JSON: Equatable, Sendable {
    /// The value `null`.
    case null
    /// The value `true` or `false`.
    case boolean(Bool)
    /// A number with its spelling.
    case number(JSONNumber)
    /// A string, which may hold lone surrogates.
    case string(JSONString)
    /// An array.
    case array([JSON])
    /// An object with its members in order.
    case object(JSONObject)

    /// A string value.
    public static func string(_ value: String) -> JSON { .string(JSONString(value)) }
    /// A number in its shortest spelling; a number that is not finite becomes 0 or the nearest double.
    public static func number(_ value: Double) -> JSON { .number(JSONNumber(value)) }
    /// A whole number.
    public static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

    /// The kind of the value, one of six.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The value of a member; nil if there is none or this is not an object.
    public subscript(name: String) -> JSON? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// An element; nil if there is none or this is not an array.
    public subscript(index: Int) -> JSON? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The object, or nil for another kind.
    public var objectValue: JSONObject? { if case .object(let object) = self { object } else { nil } }
    /// The elements, or nil for another kind.
    public var arrayValue: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
    /// The string, or nil for another kind or a string with lone surrogates.
    public var stringValue: String? { if case .string(let string) = self { string.string } else { nil } }
    /// The nearest double, or nil for another kind.
    public var doubleValue: Double? { if case .number(let number) = self { number.double } else { nil } }
    /// The integer, or nil for another kind or a number that is not a whole `Int`.
    public var integerValue: Int? { if case .number(let number) = self { number.integer } else { nil } }
    /// The boolean, or nil for another kind.
    public var booleanValue: Bool? { if case .boolean(let value) = self { value } else { nil } }
}

extension JSON {
    /// This value after a patch (RFC 7396): members of objects replace each other, null removes.
    ///
    /// - Complexity: O(*n* + *m*) in the members of both.
    public func merging(_ patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var result = JSONObject()
        if case .object(let object) = self {
            for member in object.members {
                switch changes[member.name] {
                case nil: result[member.name] = member.value
                case .null?: break
                case let change?: result[member.name] = member.value.merging(change)
                }
            }
        }
        for change in changes.members where change.value != .null && result.index(of: change.name) == nil {
            result[change.name] = JSON.null.merging(change.value)
        }
        return .object(result)
    }

    /// Applies a merge patch (RFC 7396) in place.
    public mutating func merge(_ patch: JSON) {
        self = merging(patch)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string value.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object with the members in this order.
    public init(dictionaryLiteral elements: (JSONString, JSON)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }
}
