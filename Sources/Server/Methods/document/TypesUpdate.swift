import Editing
import Graph
import Interaction
import Wire

/// Changes types of nodes, of edges and of data.
struct TypesUpdate: EditMethod {
    var patch: JSONObject?
    var edgeTypes: JSONObject?
    var dataTypes: JSONObject?

    static let name = "types/update"
    static let label = "Types"
    static let summary =
        "Changes types of nodes, of edges and of data (RFC 7396); edges on a handle that is removed are removed too."
    static let initial = TypesUpdate()
    static let failures: [Failure.Kind] = [.invalidValue, .locked]
    static let members: [Member<TypesUpdate>] = [
        .optional("patch", \.patch, .typesPatch, "the types of nodes to change, by name; null removes one"),
        .optional("edgeTypes", \.edgeTypes, .edgeTypesPatch, "the types of edges to change, by name; null removes one"),
        .optional("dataTypes", \.dataTypes, .dataTypesPatch, "the types of data to change, by name; null removes one"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        if let dataTypes { try transaction.updateDataTypes(dataTypes) }
        if let edgeTypes { try transaction.updateEdgeTypes(edgeTypes) }
        if let patch { try transaction.updateTypes(patch) }
        return Nothing()
    }
}
