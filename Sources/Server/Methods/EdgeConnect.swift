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
    static let failures: [Failure.Kind] = [.connectionRefused, .duplicateId, .invalidValue, .limits]
    static let members: [Member<EdgeConnect>] = [
        .required("edge", \.edge, .edge, "its members; an id is made if it has none")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> MadeElement {
        let made = try edge.read("edge") { (text) throws(EditError) in try Edge(text) }
        if made.id.string.isEmpty { try edge.refuseEmptyID("edge") }
        return MadeElement(id: try transaction.connect(made))
    }
}
