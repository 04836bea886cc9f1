import Editing
import Graph
import Interaction
import Wire

/// Adds an edge, if the rules allow it.
struct EdgeConnect: EditMethod {
    var edge = ElementText()

    static let name = "edge/connect"
    static let label = "Connect"
    static let summary = "Adds an edge, if the rules allow it."
    static let initial = EdgeConnect()
    static let failures: [Failure.Kind] = [
        .connectionRefused, .noSuchNode, .locked, .duplicateId, .invalidValue, .limits,
    ]
    static let members: [Member<EdgeConnect>] = [
        .required("edge", \.edge, .edge, "its members; an id is generated if it has none")
    ]

    var proposed: ProposedConnection? { .new(edge.text) }

    func perform(in transaction: inout Transaction) throws(EditError) -> MadeElement {
        // The shape has checked the members.
        do throws(EditError) {
            let made = try Edge(edge.text, checking: []) { transaction.makeEdgeID() }
            return MadeElement(id: try transaction.connect(made))
        } catch {
            throw error.inside("edge")
        }
    }
}
