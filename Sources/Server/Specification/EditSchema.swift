import Graph
import Wire

/// The schema of an edit in a list: one of all edits, each with its name and its parameters.
///
/// Inside a list an id may also be that which an earlier edit of the list generates.
enum EditSchema {
    /// The definitions of an edit and of all its parts.
    ///
    /// It loads every edit; so only the specification asks for it.
    static func schema(_ methods: [LoadedMethod]) -> Schema {
        .named(
            "Edit", "One edit of a list: its name, and its parameters without `document`.",
            .oneOf(methods.compactMap { method in method.edit.map { edit(method.name, $0) } }))
    }

    private static func edit(_ method: String, _ edit: AnyEdit) -> Schema {
        let params = insideList(edit.params)
        let isRequired =
            if case .object(let members, _) = params { members.contains(where: \.isRequired) } else { true }
        let name = method.split(separator: "/").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return .named(
            name + "Edit", "The edit `\(method)` in a list.",
            .object(
                [
                    Schema.Member(name: "method", schema: .choice([method]), isRequired: true, doc: "the edit's name"),
                    Schema.Member(
                        name: "params", schema: params, isRequired: isRequired,
                        doc: "its parameters without `document`",
                        defaultText: isRequired ? nil : "{}"),
                ], isOpen: false))
    }

    private static let earlierID = Schema.named(
        "EarlierId", "The id that an earlier edit of the list generates.",
        .object(
            [
                Schema.Member(
                    name: "$result", schema: .integer(minimum: 0), isRequired: true,
                    doc: "the place of that edit in the list, from 0")
            ], isOpen: false))

    /// The schema with `EarlierId` wherever an id is allowed; named schemas that change get a name of their own.
    private static func insideList(_ schema: Schema) -> Schema {
        switch schema {
        case .id: return .oneOf([schema, earlierID])
        case .array(let element, let minimum, let maximum):
            return .array(of: insideList(element), minimumCount: minimum, maximumCount: maximum)
        case .dictionary(let element): return .dictionary(of: insideList(element))
        case .oneOf(let schemas):
            return .oneOf(
                schemas.flatMap { schema in
                    if case .oneOf(let inner) = insideList(schema) { inner } else { [insideList(schema)] }
                })
        case .object(let members, let isOpen):
            let inner = members.map { member in
                var member = member
                member.schema = insideList(member.schema)
                return member
            }
            return .object(inner, isOpen: isOpen)
        case .named(let name, let doc, let schema):
            let inner = insideList(schema)
            return inner == schema ? .named(name, doc, schema) : .named(name + "InList", doc, inner)
        default: return schema
        }
    }
}
