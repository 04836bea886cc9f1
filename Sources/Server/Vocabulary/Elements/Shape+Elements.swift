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

extension Schema {
    /// An element as stored: what a file held in another form than the schema of elements asks for is kept as it is.
    static let storedElement = Schema.object([], isOpen: true)
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
    /// The same of its data types.
    static let dataTypesPatch = patch(of: .dataType)

    private static func patch(of schema: ElementSchema) -> Shape {
        Shape(schema: .dictionary(of: schema.patchSchema.orNull), read: object.read, write: object.write)
    }
}
