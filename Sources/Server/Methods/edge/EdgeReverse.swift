import Editing
import Graph
import Interaction
import Wire

/// Reverses edges.
struct EdgeReverse: EditMethod {
    var ids: [Identifier] = []

    static let name = "edge/reverse"
    static let label = "Reverse"
    static let summary =
        "Exchanges the ends of edges, which keep their ids, paths and labels; the rules are asked when all are reversed."
    static let initial = EdgeReverse()
    static let failures: [Failure.Kind] = [.noSuchEdge, .locked, .connectionRefused]
    static let members: [Member<EdgeReverse>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the edges")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.reverse(ids)
        return Nothing()
    }
}
