import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Scales nodes with their contents.
struct NodeScale: EditMethod {
    var ids: [Identifier] = []
    var by = 1.0
    var about: Point?

    static let name = "node/scale"
    static let label = "Scale"
    static let summary =
        "Scales nodes with what they contain about a point: places, sizes, and waypoints of edges among them."
    static let initial = NodeScale()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<NodeScale>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the nodes"),
        .required("by", \.by, .positiveNumber, "the factor"),
        .optional("about", \.about, .point, "the fixed point, on the canvas; if left out, the middle of the nodes"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.scale(ids, by: by, about: about)
        return Nothing()
    }
}
