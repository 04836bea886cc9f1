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
        "Moves ends of an edge, which keeps its id; an end moved to another node without a handle leaves the handle out."
    static let initial = EdgeReconnect()
    static let failures: [Failure.Kind] = [.noSuchEdge, .locked, .connectionRefused]
    static let members: [Member<EdgeReconnect>] = [
        .required("id", \.id, .identifier, "of the edge"),
        .optional("source", \.source, .identifier, "another node to lead from"),
        .optional("sourceHandle", \.sourceHandle, .identifier, "the handle there"),
        .optional("target", \.target, .identifier, "another node to lead to"),
        .optional("targetHandle", \.targetHandle, .identifier, "the handle there"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.reconnect(
            id, source: source, sourceHandle: sourceHandle, target: target, targetHandle: targetHandle)
        return Nothing()
    }
}
