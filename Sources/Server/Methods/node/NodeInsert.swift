import Editing
import Graph
import Interaction
import Wire

/// Adds a node.
struct NodeInsert: FrequentEdit {
    var node = ElementText()

    static let name = "node/insert"
    static let label = "Insert"
    static let summary = "Adds a node in front of the others."
    static let initial = NodeInsert()
    static let failures: [Failure.Kind] = [
        .duplicateId, .noSuchNode, .parentCycle, .locked, .notAccepted, .invalidValue, .invalidData, .limits,
    ]
    static let members: [Member<NodeInsert>] = [
        .required("node", \.node, .node, "its members; an id is generated if it has none")
    ]
    static let viewDoc = "the view in which the new node is selected and undo takes it back"

    static func take(_ scanner: inout CompactScanner) -> NodeInsert? {
        scanner.takeElement(#""node":"#, .node).map { NodeInsert(node: $0) }
    }

    static func selection(after outcome: MadeElement, in document: Document) -> Selection? {
        Selection(made: outcome.id, in: document)
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> MadeElement {
        try transaction.refuseTaken(node.text)
        // The shape has checked the members.
        do throws(EditError) {
            let made = try Node(node.text, checking: []) { transaction.makeNodeID() }
            return MadeElement(id: try transaction.insertNode(made))
        } catch {
            throw error.inside("node")
        }
    }
}
