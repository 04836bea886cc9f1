/// A JSON value as a tree, for what has no shape of its own.
///
/// Equality is that of the values: the order of members and the spelling of numbers do not count, strings are compared
/// by their bytes.
public enum JSON: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(JSONString)
    case array([JSON])
    case object(JSONObject)

    public static func string(_ value: String) -> JSON { .string(JSONString(value)) }
    public static func number(_ value: Double) -> JSON { .number(JSONNumber(value)) }
    public static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

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

    public var objectValue: JSONObject? { if case .object(let object) = self { object } else { nil } }
    public var arrayValue: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
    public var stringValue: String? { if case .string(let string) = self { string.string } else { nil } }
    public var doubleValue: Double? { if case .number(let number) = self { number.double } else { nil } }
    public var integerValue: Int? { if case .number(let number) = self { number.integer } else { nil } }
    public var booleanValue: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The value a pointer leads to, or nil.
    public subscript(pointer: JSONPointer) -> JSON? {
        var value = self
        for token in pointer.tokens {
            switch value {
            case .object(let object):
                guard let member = object[token] else { return nil }
                value = member
            case .array(let elements):
                guard let index = JSON.index(token), index < elements.count else { return nil }
                value = elements[index]
            default:
                return nil
            }
        }
        return value
    }

    /// Digits without leading zeros.
    private static func index(_ token: JSONString) -> Int? {
        guard let text = token.string, !text.isEmpty, text.utf8.count <= 18 else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), text == "0" || text.utf8.first != 0x30 else {
            return nil
        }
        return Int(text)
    }
}

extension JSON {
    /// This value changed by a patch (RFC 7396): members of objects replace each other, null removes.
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

    public mutating func merge(_ patch: JSON) {
        self = merging(patch)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (JSONString, JSON)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }
}
