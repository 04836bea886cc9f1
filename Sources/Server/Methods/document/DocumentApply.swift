import Editing
import Graph
import Interaction
import Wire

/// Performs a change in the form of `document/changed`.
struct DocumentApply: EditMethod {
    var change = DocumentChange()
    var rules = RulePolicy.refuse

    struct Outcome: Sendable {
        var losses: [Loss]?
    }

    static let name = "document/apply"
    static let label = "Apply"
    static let summary =
        "Performs a change in the form of `document/changed`; elements may have any members that a file may have."
    static let initial = DocumentApply()
    static let failures: [Failure.Kind] = [
        .noSuchNode, .noSuchEdge, .parentCycle, .locked, .invalidValue, .invalidData, .notAccepted,
        .connectionRefused, .limits,
    ]
    static let members: [Member<DocumentApply>] = [
        .required("change", \.change, .change, "the changes of elements, settings, types and other members"),
        .rules(\.rules, default: "refuse"),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .optional("losses", \.losses, .array(of: Loss.shape), "edges that the rules refuse; absent if there are none")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let losses = try transaction.apply(change, rules: rules)
        return Outcome(losses: losses.isEmpty ? nil : losses)
    }
}
