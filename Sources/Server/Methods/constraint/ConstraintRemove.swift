import Editing
import Graph
import Interaction
import Wire

/// Removes constraints from the document.
struct ConstraintRemove: EditMethod {
    var ids: [Identifier] = []

    static let name = "constraint/remove"
    static let label = "Free"
    static let summary = "Removes constraints; everything stays in its place."
    static let initial = ConstraintRemove()
    static let failures: [Failure.Kind] = [.invalidValue]
    static let members: [Member<ConstraintRemove>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the constraints")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.removeConstraints(ids)
        return Nothing()
    }
}
