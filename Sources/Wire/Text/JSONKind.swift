/// The six kinds of JSON values.
public enum JSONKind: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The six kinds of RFC 8259.
    case object, array, string, number, boolean, null

    /// The kind with its article, as messages use it.
    public var description: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "a boolean"
        case .null: "null"
        }
    }
}
