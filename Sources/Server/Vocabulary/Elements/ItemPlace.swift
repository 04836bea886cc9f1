import Editing
import Graph
import Wire

/// A list in the data of a node, as the methods `item/…` name it.
struct ItemPlace: Sendable {
    var node = Identifier("")
    var path = JSONPointer(tokens: [])

    static let members: [Member<ItemPlace>] = [
        .required("node", \.node, .identifier, "whose data holds the list"),
        .required("path", \.path, .jsonPointer, "JSON Pointer (RFC 6901) of the list in `data`"),
    ]
}

extension ItemReference {
    static let members: [Member<ItemReference>] = [
        .optional("index", \.index, .integer, "which item, from 0"),
        .optional("id", \.id, .string, "which item, by its id"),
    ]

    func checkShape() throws(ShapeError) {
        if (index == nil) == (id == nil) { throw ShapeError("either `index` or `id`") }
    }
}
