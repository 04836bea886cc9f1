import Editing
import Graph
import Interaction
import Wire

/// Lets edges run straight.
struct EdgeStraighten: EditMethod {
    var ids: [Identifier] = []

    static let name = "edge/straighten"
    static let label = "Straighten"
    static let summary =
        "Takes the waypoints out of edges, and moves the target of each, else its source, so that it runs straight."
    static let initial = EdgeStraighten()
    static let failures: [Failure.Kind] = [.noSuchEdge, .locked, .invalidValue]
    static let members: [Member<EdgeStraighten>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the edges; earlier ones decide where a node is")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.straighten(ids)
        return Nothing()
    }
}
