import Editing
import Graph
import Interaction
import Wire

/// Puts nodes into another group, or onto the canvas.
struct NodeReparent: EditMethod {
    var ids: [Identifier] = []
    var parentId: Identifier?

    static let name = "node/reparent"
    static let label = "Reparent"
    static let summary = "Puts nodes into another node, or onto the canvas; they stay where they are."
    static let initial = NodeReparent()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .notAccepted, .invalidValue, .parentCycle]
    static let members: [Member<NodeReparent>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the nodes"),
        .optional("parentId", \.parentId, parent, "the new parent; the canvas if left out or null"),
    ]
    private static let parent = Shape<Identifier>(
        schema: Schema.id.orNull, read: Shape<Identifier>.identifier.read, write: Shape<Identifier>.identifier.write)

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.reparent(ids, to: parentId)
        return Nothing()
    }
}
