import Editing
import Graph
import Interaction
import Wire

/// Moves edges in the order of the document.
struct EdgeReorder: EditMethod {
    var ids: [Identifier] = []
    var to = OrderStep.front

    static let name = "edge/reorder"
    static let label = "Reorder"
    static let summary =
        "Moves edges in the order of the document, which is the order of painting at equal z; they keep their own order."
    static let initial = EdgeReorder()
    static let failures: [Failure.Kind] = [.noSuchEdge, .locked]
    static let members: [Member<EdgeReorder>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the edges"),
        .required("to", \.to, .choice(of: OrderStep.self), "where"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.reorder(edges: ids, to: to)
        return Nothing()
    }
}
