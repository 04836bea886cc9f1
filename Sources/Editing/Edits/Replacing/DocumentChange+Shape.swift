import Graph
import Wire

extension DocumentChange {
    private static func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false)
        -> Schema.Member
    {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }

    /// The members, which `document/apply` takes, too.
    public static let members: [Schema.Member] = [
        member("nodes", .dictionary(of: elementSchema), "by id"),
        member("edges", .dictionary(of: elementSchema), "by id"),
        member("order", order, "the places of elements that were not appended"),
        member("settings", elementSchema, "of the settings"),
        member("types", elementSchema, "of the types"),
        member("content", elementSchema, "of the other members of the document, together"),
    ]

    static let elementSchema = Schema.named(
        "Change", "Of an element: `whole` replaces or inserts it, `set` and `unset` change members, null removes it.",
        .oneOf([
            .object(
                [
                    member("whole", .any, "the element"),
                    member("set", .dictionary(of: .any), "members with whole new values"),
                    member("unset", .array(of: .string()), "members that are gone"),
                ], isOpen: false), .null,
        ]))

    private static let placement = Schema.named(
        "Placement", "The place of an element: before another one, or without `before` at the end.",
        .object(
            [member("id", .string(), "which", isRequired: true), member("before", .string(), "its successor")],
            isOpen: false))

    private static let order = Schema.object(
        [
            member("nodes", .array(of: placement), "applied from the last to the first"),
            member("edges", .array(of: placement), "likewise"),
        ],
        isOpen: false)
}

extension Shape where Value == DocumentChange {
    /// A change in the form of `document/changed`, also with all other members of that.
    public static let change = Shape(
        schema: .named(
            "DocumentChange", "A change of a document, in the form of `document/changed`.",
            .object(DocumentChange.members + ignored, isOpen: false)),
        read: { (cursor) throws(ShapeError) in
            var change = DocumentChange()
            var seen: Set<String> = []
            try cursor.enterObject()
            while let name = cursor.nextMember() {
                let name = name.description
                do throws(ShapeError) {
                    if !seen.insert(name).inserted { throw ShapeError("duplicate member") }
                    try change.read(name, &cursor)
                } catch {
                    throw error.inside(.member(name))
                }
            }
            return change
        },
        // No result holds one.
        write: { _, writer in writer.null() })

    private static let ignored = ["document", "revision", "from", "cause", "history"].map { name in
        Schema.Member(name: name, schema: .any, isRequired: false, doc: "as `document/changed` has it; not looked at")
    }
}

extension DocumentChange {
    fileprivate mutating func read(_ name: String, _ cursor: inout JSONCursor) throws(ShapeError) {
        switch name {
        case "nodes": nodes = try Shape.elements.read(&cursor).map { (Identifier($0.0), $0.1) }
        case "edges": edges = try Shape.elements.read(&cursor).map { (Identifier($0.0), $0.1) }
        case "order":
            let order = try Shape.order.read(&cursor)
            (nodeOrder, edgeOrder) = (order.nodes, order.edges)
        case "settings": settings = try Shape.alteration.read(&cursor)
        case "types": types = try Shape.alteration.read(&cursor)
        case "content": content = try Shape.alteration.read(&cursor)
        case "document", "revision", "from", "cause", "history": cursor.skipValue()
        default:
            let names = ["nodes", "edges", "order", "settings", "types", "content"]
            throw .unknownMember(meant: NearName.nearest(to: name, among: names))
        }
    }
}

extension Shape where Value == [(String, DocumentChange.Alteration)] {
    fileprivate static let elements = Shape.dictionary(of: .alteration)
}

extension Shape where Value == DocumentChange.Alteration {
    fileprivate static let alteration = Shape(
        schema: DocumentChange.elementSchema,
        read: { (cursor) throws(ShapeError) in
            if cursor.skipNull() { return .gone }
            let parts = try Shape<Parts>.parts.read(&cursor)
            guard let whole = parts.whole else {
                return .assign(set: parts.set ?? [:], unset: parts.unset)
            }
            if parts.set != nil || !parts.unset.isEmpty { throw ShapeError("either `whole` or `set` and `unset`") }
            return .whole(whole)
        },
        write: { _, writer in writer.null() })
}

/// The change of an element, as it is written.
private struct Parts: Sendable {
    var whole: JSONText?
    var set: JSONObject?
    var unset: [String] = []
}

extension Shape where Value == Parts {
    fileprivate static let parts = Shape.object(
        "", "", initial: Parts(),
        members: [
            .optional("whole", \.whole, .text, "the element"),
            .optional("set", \.set, .object, "members with whole new values"),
            .defaulted("unset", \.unset, .array(of: .string), "members that are gone", default: "[]"),
        ])
}

/// The positions of elements in their written form.
private struct ChangedPlaces: Sendable {
    var nodes: [DocumentChange.Place] = []
    var edges: [DocumentChange.Place] = []
}

extension Shape where Value == ChangedPlaces {
    fileprivate static let order = Shape.object(
        "", "", initial: ChangedPlaces(),
        members: [
            .defaulted("nodes", \.nodes, .array(of: place), "of nodes", default: "[]"),
            .defaulted("edges", \.edges, .array(of: place), "of edges", default: "[]"),
        ])

    private static let place = Shape<DocumentChange.Place>.object(
        "", "", initial: DocumentChange.Place(id: Identifier(""), before: nil),
        members: [
            .required("id", \.id, .identifier, "which"), .optional("before", \.before, .identifier, "its successor"),
        ])
}
