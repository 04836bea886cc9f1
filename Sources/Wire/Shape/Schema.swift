/// The values that a shape takes, in the terms that JSON Schema shares with it.
public indirect enum Schema: Equatable, Sendable {
    /// The schema of every value.
    case any
    /// The value `null`.
    case null
    /// A boolean.
    case boolean
    /// A whole number, with inclusive limits.
    case integer(minimum: Int? = nil, maximum: Int? = nil)
    /// `above` is an exclusive minimum.
    case number(minimum: Double? = nil, maximum: Double? = nil, above: Double? = nil)
    /// A string, with limits of its length.
    case string(format: String? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil)
    /// One of these strings.
    case choice([String])
    /// An array, with limits of its length.
    case array(of: Schema, minimumCount: Int? = nil, maximumCount: Int? = nil)
    /// An open object may have members that are not listed.
    case object([Member], isOpen: Bool)
    /// An object with any names, whose values all have one schema.
    case dictionary(of: Schema)
    /// Any of several schemas.
    case oneOf([Schema])
    /// A definition: its name, what it is, and its schema.
    case named(String, String, Schema)
    /// A definition that is elsewhere, by name.
    case reference(String)

    /// A member of an object.
    public struct Member: Equatable, Sendable {
        /// The member's name on the wire.
        public var name: String
        /// The schema of its value.
        public var schema: Schema
        /// Is true if an object without it is refused.
        public var isRequired: Bool
        /// One sentence for the reference.
        public var doc: String
        /// The default as the reference shows it.
        public var defaultText: String?

        /// A member from its name, value and description.
        public init(name: String, schema: Schema, isRequired: Bool, doc: String, defaultText: String? = nil) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.doc = doc
            self.defaultText = defaultText
        }
    }

    /// A named schema as it is among the definitions.
    public struct Definition: Equatable, Sendable {
        /// The name under `#/definitions`.
        public let name: String
        /// One sentence for the reference.
        public let doc: String
        /// The schema of the values that it names.
        public let schema: Schema
    }

    /// The kinds of values that may fit; a reference is taken for an object.
    public var kinds: [JSONKind] {
        switch self {
        case .any: JSONKind.allCases
        case .null: [.null]
        case .boolean: [.boolean]
        case .integer, .number: [.number]
        case .string, .choice: [.string]
        case .array: [.array]
        case .object, .dictionary, .reference: [.object]
        case .oneOf(let schemas): schemas.flatMap(\.kinds)
        case .named(_, _, let schema): schema.kinds
        }
    }

    /// The same schema, and null.
    public var orNull: Schema { kinds.contains(.null) ? self : .oneOf([self, .null]) }

    /// Is true if a value of the right kind may be out of range, which is another error than one of another kind.
    public var hasRange: Bool {
        switch self {
        case .integer(let minimum, let maximum): minimum != nil || maximum != nil
        case .number(let minimum, let maximum, let above): minimum != nil || maximum != nil || above != nil
        case .array(let schema, _, _), .dictionary(let schema), .named(_, _, let schema): schema.hasRange
        case .oneOf(let schemas): schemas.contains(where: \.hasRange)
        case .object(let members, _): members.contains(where: \.schema.hasRange)
        case .any, .null, .boolean, .string, .choice, .reference: false
        }
    }

    /// Adds the named schemas in this one that are not there yet, those inside others first.
    ///
    /// - Precondition: a name has one schema.
    public func collectDefinitions(into definitions: inout [Definition]) {
        switch self {
        case .any, .null, .boolean, .integer, .number, .string, .choice, .reference: break
        case .array(let schema, _, _), .dictionary(let schema): schema.collectDefinitions(into: &definitions)
        case .oneOf(let schemas): for schema in schemas { schema.collectDefinitions(into: &definitions) }
        case .object(let members, _): for member in members { member.schema.collectDefinitions(into: &definitions) }
        case .named(let name, let doc, let schema):
            let definition = Definition(name: name, doc: doc, schema: schema)
            if let known = definitions.first(where: { $0.name == name }) {
                precondition(known == definition, "two schemas are named \(name)")
                return
            }
            schema.collectDefinitions(into: &definitions)
            definitions.append(definition)
        }
    }
}
