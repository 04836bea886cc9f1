import Editing
import Graph
import Interaction
import Wire

/// Changes members of a node.
struct NodeUpdate: FrequentEdit {
    var id = Identifier("")
    var patch: ElementText?
    var set: ElementText?
    var unset: [String]?

    static let name = "node/update"
    static let label = "Update"
    static let summary = "Changes members of a node: by a merge patch (RFC 7396), or whole values by `set` and `unset`."
    static let initial = NodeUpdate()
    static let failures: [Failure.Kind] = [
        .noSuchNode, .locked, .parentCycle, .notAccepted, .invalidValue, .invalidData,
    ]
    static let members: [Member<NodeUpdate>] = [
        .required("id", \.id, .identifier, "of the node"),
        .optional("patch", \.patch, .nodePatch, "members to change; null removes one"),
        .optional(
            "set", \.set, .nodePatch,
            "members with their whole new values; a null is stored. A name that begins with `/` is a pointer (RFC 6901) to a value inside"
        ),
        .optional("unset", \.unset, .array(of: .string), "members to remove, or pointers to values inside"),
    ]

    static func take(_ scanner: inout CompactScanner) -> NodeUpdate? {
        guard let id = scanner.takeIdentifier(#""id":""#), scanner.takes(","),
            let patch = scanner.takeElement(#""patch":"#, .nodePatch)
        else { return nil }
        return NodeUpdate(id: id, patch: patch)
    }

    func checkShape() throws(ShapeError) {
        if patch != nil && (set != nil || unset != nil) { throw ShapeError("either `patch` or `set` and `unset`") }
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        if let patch {
            try transaction.updateNode(id, patch: patch.text)
        } else {
            try transaction.updateNode(id, set: set?.object ?? [:], unset: unset ?? [])
        }
        return Nothing()
    }
}
