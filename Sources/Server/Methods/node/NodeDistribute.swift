import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Spreads nodes with equal gaps.
struct NodeDistribute: EditMethod {
    var ids: [Identifier] = []
    var axis = Axis.x

    static let name = "node/distribute"
    static let label = "Distribute"
    static let summary = "Moves the nodes between the outermost two so that all gaps along an axis are equal."
    static let initial = NodeDistribute()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<NodeDistribute>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the nodes"),
        .required("axis", \.axis, .choice(of: Axis.self), "along which"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.distribute(ids, along: axis)
        return Nothing()
    }
}
