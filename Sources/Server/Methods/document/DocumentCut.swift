import Editing
import Graph
import Interaction
import Wire

/// Removes elements and returns them as a fragment, which can be pasted.
struct DocumentCut: EditMethod {
    var nodes: [Identifier]?
    var edges: [Identifier]?

    struct Outcome: Sendable {
        var fragment = JSONText(trusted: Array("{}".utf8))
    }

    static let name = "document/cut"
    static let label = "Cut"
    static let summary =
        "Removes nodes with what they contain and every edge on them, and edges, and returns what `document/copy` would."
    static let initial = DocumentCut()
    static let failures: [Failure.Kind] = [
        .noSuchNode, .noSuchEdge, .locked, .invalidValue, .nothingThere, .limits,
    ]
    static let members: [Member<DocumentCut>] = [
        .optional("nodes", \.nodes, .array(of: .identifier), "ids of nodes"),
        .optional("edges", \.edges, .array(of: .identifier), "ids of edges"),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required("fragment", \.fragment, .fragment, "the removed elements")
    ]
    static let viewDoc =
        "whose step it is; without ids, what is selected there is cut; not inside `document/edit`"

    mutating func take(_ selection: Selection, of document: Document) {
        if nodes != nil || edges != nil { return }
        nodes = selection.nodes.slots.map { document.nodeID($0) }
        edges = selection.edges.slots.map { document.edgeID($0) }
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        Outcome(fragment: try transaction.cut(nodes: nodes ?? [], edges: edges ?? []))
    }
}
