import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Makes space on the canvas.
struct NodeInsertSpace: EditMethod {
    var at = 0.0
    var by = 0.0
    var axis = Axis.x

    static let name = "node/insertSpace"
    static let label = "Insert space"
    static let summary =
        "Moves the nodes at the top that begin at or beyond a coordinate, and with them what they contain."
    static let initial = NodeInsertSpace()
    static let failures: [Failure.Kind] = [.locked, .invalidValue]
    static let members: [Member<NodeInsertSpace>] = [
        .required("at", \.at, .number, "a coordinate of the canvas"),
        .required("by", \.by, .number, "canvas units; a negative number takes space away"),
        .required("axis", \.axis, .choice(of: Axis.self), "along which"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.insertSpace(at: at, by: by, along: axis)
        return Nothing()
    }
}
