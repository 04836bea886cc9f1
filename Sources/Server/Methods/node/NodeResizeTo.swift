import Editing
import Graph
import Interaction
import Wire

/// Gives nodes one size.
struct NodeResizeTo: EditMethod {
    var ids: [Identifier] = []
    var width: Double?
    var height: Double?

    static let name = "node/resizeTo"
    static let label = "Resize"
    static let summary =
        "Gives nodes one width, one height or both; without either, the size of the first. Their top-left corners stay."
    static let initial = NodeResizeTo()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<NodeResizeTo>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the nodes"),
        .optional("width", \.width, .number, "canvas units, not negative"),
        .optional("height", \.height, .number, "canvas units, not negative"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.resizeNodes(ids, width: width, height: height)
        return Nothing()
    }
}
