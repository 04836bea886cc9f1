import Editing
import Graph
import Interaction
import Wire

/// Moves nodes in the order of the document.
struct NodeReorder: EditMethod {
    var ids: [Identifier] = []
    var to = OrderStep.front

    static let name = "node/reorder"
    static let label = "Reorder"
    static let summary =
        "Moves nodes in the order of the document, which is the order of painting at equal z; they keep their own order."
    static let initial = NodeReorder()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked]
    static let members: [Member<NodeReorder>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the nodes"),
        .required("to", \.to, .choice(of: OrderStep.self), "where"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.reorder(ids, to: to)
        return Nothing()
    }
}
