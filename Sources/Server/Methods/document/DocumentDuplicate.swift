import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Copies elements.
struct DocumentDuplicate: EditMethod {
    var nodes: [Identifier] = []
    var edges: [Identifier] = []
    var by = Duplicates.offset

    struct Outcome: Sendable {
        var nodes: [(String, Identifier)] = []
        var edges: [(String, Identifier)] = []
    }

    static let name = "document/duplicate"
    static let label = "Duplicate"
    static let summary =
        "Copies nodes with what they contain and the edges among them, under new ids. Edges that the rules refuse are left out."
    static let initial = DocumentDuplicate()
    static let failures: [Failure.Kind] = [
        .noSuchNode, .noSuchEdge, .notAccepted, .invalidValue, .invalidData, .limits,
    ]
    static let members: [Member<DocumentDuplicate>] = [
        .required("nodes", \.nodes, .array(of: .identifier), "ids of nodes"),
        .defaulted(
            "edges", \.edges, .array(of: .identifier),
            "ids of further edges; an end on a node that is not copied stays there",
            default: "[]"),
        .defaulted("by", \.by, .point, "how far the copies lie from the originals", default: #"{"x":20,"y":20}"#),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required("nodes", \.nodes, .dictionary(of: .identifier), "the id of each copy, by that of its original"),
        .required("edges", \.edges, .dictionary(of: .identifier), "the same for edges"),
    ]

    static let viewDoc = "the view in which the copies are selected and undo takes them back"

    static func selection(after outcome: Outcome, in document: Document) -> Selection? {
        Selection(copies: outcome.nodes, edges: outcome.edges, in: document)
    }

    static let mayAddMany = true

    func weight(in document: Document) -> Int {
        guard document.elementCount > Limits.jobElements, let slots = try? document.slots(nodes: nodes) else {
            return 0
        }
        let subgraph = Subgraph(slots, in: document, lastingOnly: true)
        return subgraph.nodes.count + subgraph.innerEdges(in: document).count + edges.count
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let made = try transaction.duplicate(nodes: nodes, edges: edges, by: by)
        return Outcome(
            nodes: made.nodes.map { ($0.old.string, $0.new) }, edges: made.edges.map { ($0.old.string, $0.new) })
    }
}
