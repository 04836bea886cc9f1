import Graph
import Wire

// Elements as they cross the wire: the schema of the document checks what is known, the rest is kept as it is.

/// An element, or a merge patch of one, as a client sends it: checked, kept as text.
struct ElementText: Sendable {
    var text: JSONText

    init(_ text: JSONText = JSONText(trusted: Array("{}".utf8))) { self.text = text }

    /// The members as a tree.
    var object: JSONObject { (try? JSON(text))?.objectValue ?? [:] }
}

extension CompactScanner {
    /// Takes a member with an element that has its shape, as a parameter of a message.
    mutating func takeElement(_ start: StaticString, _ shape: Shape<ElementText>) -> ElementText? {
        guard takes(start), var cursor = takeObject(depthLimit: Limits.depth - 2) else { return nil }
        return try? shape.read(&cursor)
    }
}

extension Schema {
    // Elements as stored: what a file held in another form than a client may write is kept as it is, so only what
    // every element has is promised.

    static let storedNode = named(
        "Node",
        "A node as stored. Its other members are those of NewNode, except values that a file had in another form.",
        .object([member("id", "unique among the nodes")], isOpen: true))
    static let storedEdge = named(
        "Edge",
        "An edge as stored. Its other members are those of NewEdge, except values that a file had in another form.",
        .object([member("id", "unique among the edges")] + ends, isOpen: true))
    /// An edge that is not made yet.
    static let proposedEdge = object(
        [member("id", "absent where none was chosen", isRequired: false)] + ends, isOpen: true)

    private static let ends = [member("source", "the node it leads from"), member("target", "the node it leads to")]

    private static func member(_ name: String, _ doc: String, isRequired: Bool = true) -> Member {
        Member(name: name, schema: .id, isRequired: isRequired, doc: doc)
    }
}

extension Shape where Value == ElementText {
    static let node = element(.node)
    static let edge = element(.edge)
    static let nodePatch = patch(of: .node)
    static let edgePatch = patch(of: .edge)

    private static func element(_ schema: ElementSchema) -> Shape {
        Shape(
            schema: schema.schema,
            read: { (cursor) throws(ShapeError) in
                var check = cursor
                let text = try JSONText(copying: &cursor)
                try schema.check(&check)
                return ElementText(text)
            },
            write: { value, writer in writer.raw(value.text) })
    }

    private static func patch(of schema: ElementSchema) -> Shape {
        Shape(
            schema: schema.patchSchema,
            read: { (cursor) throws(ShapeError) in
                var check = cursor
                let text = try JSONText(copying: &cursor)
                try schema.check(&check, isPatch: true)
                return ElementText(text)
            },
            write: { value, writer in writer.raw(value.text) })
    }
}

extension Shape where Value == JSONObject {
    /// A merge patch of a document's types, by name; the edit checks its result.
    static let typesPatch = patch(of: .nodeType)
    /// The same of its types of edges.
    static let edgeTypesPatch = patch(of: .edgeType)
    /// The same of its data types.
    static let dataTypesPatch = patch(of: .dataType)

    private static func patch(of schema: ElementSchema) -> Shape {
        Shape(schema: .dictionary(of: schema.patchSchema.orNull), read: object.read, write: object.write)
    }
}
