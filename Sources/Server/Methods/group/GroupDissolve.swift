import Editing
import Graph
import Interaction
import Wire

/// Removes a group and keeps its children.
struct GroupDissolve: EditMethod {
    var id = Identifier("")

    static let name = "group/dissolve"
    static let label = "Ungroup"
    static let summary =
        "Removes a group. Its children move to its parent and stay in place; edges on the group itself are removed."
    static let initial = GroupDissolve()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .notAccepted, .invalidValue]
    static let members: [Member<GroupDissolve>] = [
        .required("id", \.id, .identifier, "of the group")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        _ = try transaction.dissolveGroup(id)
        return Nothing()
    }
}
