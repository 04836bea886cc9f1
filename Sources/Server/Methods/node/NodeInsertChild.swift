import Editing
import Graph
import Interaction
import Wire

/// Adds a node with an edge that leads to it, and lays the tree out that it is part of.
struct NodeInsertChild: EditMethod {
    var parentId = Identifier("")
    var index: Int?
    var node = ElementText()
    var layout = TreeLayoutChoice()

    struct Outcome: Sendable {
        var id = Identifier("")
        var edge = Identifier("")
    }

    static let name = "node/insertChild"
    static let label = "Insert"
    static let summary = "Adds a node as a child of another, with an edge from that one, and lays out their tree."
    static let initial = NodeInsertChild()
    static let failures: [Failure.Kind] = [
        .connectionRefused, .duplicateId, .noSuchNode, .parentCycle, .locked, .notAccepted, .invalidValue, .invalidData,
        .limits,
    ]
    static let members: [Member<NodeInsertChild>] = [
        .required("parentId", earlier: "parent", \.parentId, .identifier, "of the node from which the edge comes"),
        .optional(
            "index", \.index, .integer,
            "of the child among those of the parent, in the order of its edges; if left out, it is the last"),
        .required("node", \.node, .node, "its members; an id is generated if it has none"),
        .defaulted(
            "layout", \.layout, TreeLayoutChoice.shape,
            "whether their tree is laid out by the layout `tree`, or options of it", default: "true"),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required("id", \.id, .identifier, "of the new node"),
        .required("edge", \.edge, .identifier, "of the new edge"),
    ]
    static let viewDoc = "the view in which the new node is selected and undo takes it back"

    static func selection(after outcome: Outcome, in document: Document) -> Selection? {
        Selection(made: outcome.id, in: document)
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let made: Node
        let options = try layout.layout(in: transaction.document, path: ["layout"])
        do throws(EditError) {
            // The shape has checked the members.
            made = try Node(node.text, checking: []) { transaction.makeNodeID() }
        } catch {
            throw error.inside("node")
        }
        let edge = try transaction.insertChild(made, of: parentId, at: index, layout: options)
        return Outcome(id: made.id, edge: edge)
    }
}
