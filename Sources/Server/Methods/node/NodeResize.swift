import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Resizes a node.
struct NodeResize: EditMethod {
    var id = Identifier("")
    var width = 0.0
    var height = 0.0
    var position: Point?

    static let name = "node/resize"
    static let label = "Resize"
    static let summary = "Sets the size of a node, and with `position` its place; its children stay in place."
    static let initial = NodeResize()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<NodeResize>] = [
        .required("id", \.id, .identifier, "of the node"),
        .required("width", \.width, .number, "canvas units, not negative"),
        .required("height", \.height, .number, "canvas units, not negative"),
        .optional("position", \.position, .point, "of the top-left on the canvas"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.resizeNode(id, width: width, height: height, position: position)
        return Nothing()
    }
}
