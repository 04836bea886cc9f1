import Editing
import Graph
import Interaction
import Wire

/// Performs a change in the form of `document/changed`.
struct DocumentApply: EditMethod {
    var change = DocumentChange()

    static let name = "document/apply"
    static let label = "Apply"
    static let summary =
        "Performs a change in the form of `document/changed`; elements may hold whatever a file may hold."
    static let initial = DocumentApply()
    static let failures: [Failure.Kind] = [
        .noSuchNode, .noSuchEdge, .parentCycle, .locked, .invalidValue, .invalidData, .notAccepted, .limits,
    ]
    static let members: [Member<DocumentApply>] = [
        .required("change", \.change, .change, "what becomes of elements, settings, types and other members")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.apply(change)
        return Nothing()
    }
}
