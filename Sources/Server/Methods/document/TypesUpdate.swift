import Editing
import Graph
import Interaction
import Wire

/// Changes types of nodes.
struct TypesUpdate: EditMethod {
    var patch: JSONObject = [:]

    static let name = "types/update"
    static let label = "Types"
    static let summary = "Changes types of nodes (RFC 7396); edges on a handle that is removed are removed too."
    static let initial = TypesUpdate()
    static let failures: [Failure.Kind] = [.invalidValue, .locked]
    static let members: [Member<TypesUpdate>] = [
        .required("patch", \.patch, .typesPatch, "the types to change, by name; null removes one")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.updateTypes(patch)
        return Nothing()
    }
}
