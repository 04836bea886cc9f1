import Editing
import Graph
import Interaction
import Wire

/// Changes members of an edge.
struct EdgeUpdate: EditMethod {
    var id = Identifier("")
    var patch: ElementText?
    var set: ElementText?
    var unset: [String]?

    static let name = "edge/update"
    static let label = "Update"
    static let summary =
        "Changes members of an edge: by a merge patch (RFC 7396), or whole values by `set` and `unset`."
    static let initial = EdgeUpdate()
    static let failures: [Failure.Kind] = [.noSuchEdge, .noSuchNode, .locked, .connectionRefused, .invalidValue]
    static let members: [Member<EdgeUpdate>] = [
        .required("id", \.id, .identifier, "of the edge"),
        .optional("patch", \.patch, .edgePatch, "members to change; null removes one"),
        .optional(
            "set", \.set, .edgePatch,
            "members with their whole new values; a null is stored. A name that begins with `/` is a pointer (RFC 6901) to a value inside"
        ),
        .optional("unset", \.unset, .array(of: .string), "members to remove, or pointers to values inside"),
    ]

    func checkShape() throws(ShapeError) {
        if patch != nil && (set != nil || unset != nil) { throw ShapeError("either `patch` or `set` and `unset`") }
    }

    var proposed: ProposedConnection? { .moved(id) }

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        if let patch {
            try transaction.updateEdge(id, patch: patch.object)
        } else {
            try transaction.updateEdge(id, set: set?.object ?? [:], unset: unset ?? [])
        }
        return Nothing()
    }
}
