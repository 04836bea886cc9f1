import Editing
import Graph
import Interaction
import Wire

/// Exchanges the edges at two handles of a node.
struct EdgeSwap: EditMethod {
    var node = Identifier("")
    var handle = Identifier("")
    var with = Identifier("")
    var type = Handle.Kind.target

    static let name = "edge/swap"
    static let label = "Swap"
    static let summary =
        "Moves the edges at a handle of a node to another one, and those there to the first; the rules are asked when all have moved."
    static let initial = EdgeSwap()
    static let failures: [Failure.Kind] = [.noSuchNode, .noSuchHandle, .locked, .connectionRefused]
    static let members: [Member<EdgeSwap>] = [
        .required("node", \.node, .identifier, "which"),
        .required("handle", \.handle, .identifier, "a handle of it"),
        .required("with", \.with, .identifier, "another handle of it"),
        .defaulted("type", \.type, .choice(of: Handle.Kind.self), "of both handles", default: "target"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.swapEdges(of: node, handle, with, kind: type)
        return Nothing()
    }
}
