import Editing
import Graph
import Interaction
import Wire

/// Aligns nodes.
struct NodeAlign: EditMethod {
    var ids: [Identifier] = []
    var edge = Alignment.left

    static let name = "node/align"
    static let label = "Align"
    static let summary = "Moves nodes so that a side or the center of each lies where that of their common bounds is."
    static let initial = NodeAlign()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<NodeAlign>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the nodes"),
        .required("edge", \.edge, .choice(of: Alignment.self), "which side or center"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.align(ids, edge)
        return Nothing()
    }
}
