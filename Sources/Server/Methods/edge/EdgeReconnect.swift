import Editing
import Graph
import Interaction
import Wire

/// Moves ends of an edge, which keeps its id.
struct EdgeReconnect: EditMethod {
    var id = Identifier("")
    var source: Identifier?
    var sourceHandle: Identifier?
    var target: Identifier?
    var targetHandle: Identifier?

    static let name = "edge/reconnect"
    static let label = "Reconnect"
    static let summary =
        "Moves ends of an edge, which keeps its id. An end that moves to another node gives up its old handle."
    static let initial = EdgeReconnect()
    static let failures: [Failure.Kind] = [.noSuchEdge, .locked, .connectionRefused]
    static let members: [Member<EdgeReconnect>] = [
        .required("id", \.id, .identifier, "of the edge"),
        .optional("source", \.source, .identifier, "the new node from which it leads"),
        .optional("sourceHandle", \.sourceHandle, .identifier, "the handle there"),
        .optional("target", \.target, .identifier, "the new node to which it leads"),
        .optional("targetHandle", \.targetHandle, .identifier, "the handle there"),
    ]

    var proposed: ProposedConnection? { .moved(id) }

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.reconnect(
            id, source: source, sourceHandle: sourceHandle, target: target, targetHandle: targetHandle)
        return Nothing()
    }
}
