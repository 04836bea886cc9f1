/// The values that a shape accepts, in terms shared with JSON Schema.
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
    case string(comment: String? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil)
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
    /// A definition: its name, its description and its schema.
    case named(String, String, Schema)
    /// A reference to another definition, by name.
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
        /// The former name, if it had another.
        public var earlierName: String?

        /// A member from its name, value and description.
        public init(name: String, schema: Schema, isRequired: Bool, doc: String, defaultText: String? = nil) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.doc = doc
            self.defaultText = defaultText
        }

        /// The default as a value; nil if there is none, or if its text is no value of the schema.
        public var defaultValue: JSON? {
            guard let text = defaultText else { return nil }
            if let value = JSON(parsing: text) { return schema.kinds.contains(value.kind) ? value : nil }
            return schema.choices.contains(text) ? .string(text) : nil
        }
    }

    /// The accepted strings, if only some are accepted.
    private var choices: [String] {
        switch self {
        case .choice(let values): values
        case .named(_, _, let schema): schema.choices
        case .oneOf(let schemas): schemas.flatMap(\.choices)
        default: []
        }
    }

    /// The member by which the alternatives of a union differ.
    struct Discriminator {
        let member: String
        /// The definition of each value of the member, in their order.
        let names: [(value: String, name: String)]
    }

    /// A named schema among the definitions.
    public struct Definition: Equatable, Sendable {
        /// The name under `#/definitions`.
        public let name: String
        /// One sentence for the reference.
        public let doc: String
        /// The schema of its values.
        public let schema: Schema
    }

    /// The member that distinguishes named objects: each must have it, and each with other strings.
    static func discriminator(of schemas: [Schema]) -> Discriminator? {
        guard schemas.count > 1, let first = schemas.first else { return nil }
        for (member, _) in first.choicesOfMembers {
            var names: [(value: String, name: String)] = []
            for schema in schemas {
                guard case .named(let name, _, _) = schema,
                    let values = schema.choicesOfMembers.first(where: { $0.member == member })?.values
                else { break }
                names += values.map { ($0, name) }
            }
            if Set(names.map(\.name)).count == schemas.count && Set(names.map(\.value)).count == names.count {
                return Discriminator(member: member, names: names)
            }
        }
        return nil
    }

    /// The required members of a named object that take only some strings.
    private var choicesOfMembers: [(member: String, values: [String])] {
        guard case .named(_, _, .object(let members, _)) = self else { return [] }
        return members.compactMap { member in
            guard member.isRequired, case .choice(let values) = member.schema else { return nil }
            return (member.name, values)
        }
    }

    /// The kinds of values that may fit; a reference counts as an object.
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

    /// Is true if a value of the right kind may be out of range, which is a different error from a wrong kind.
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

    /// Adds the missing named schemas inside this one, inner ones first.
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
