import Editing
import Graph
import Interaction
import Wire

/// Removes nodes and edges.
struct ElementRemove: EditMethod {
    var nodes: [Identifier]?
    var edges: [Identifier]?

    struct Outcome: Sendable {
        var nodes = 0
        var edges = 0
    }

    static let name = "element/remove"
    static let label = "Delete"
    static let summary =
        "Removes nodes with what they contain and every edge on them, and edges. If one of them is locked, nothing is removed."
    static let initial = ElementRemove()
    static let failures: [Failure.Kind] = [.noSuchNode, .noSuchEdge, .locked]
    static let members: [Member<ElementRemove>] = [
        .optional("nodes", \.nodes, .array(of: .identifier), "ids of nodes"),
        .optional("edges", \.edges, .array(of: .identifier), "ids of edges"),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required("nodes", \.nodes, .integer, "how many were removed"),
        .required("edges", \.edges, .integer, "how many were removed"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let removed = try transaction.removeElements(nodes: nodes ?? [], edges: edges ?? [])
        return Outcome(nodes: removed.nodes, edges: removed.edges)
    }
}
