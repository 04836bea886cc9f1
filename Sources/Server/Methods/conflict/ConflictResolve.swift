import Editing
import Graph
import Interaction
import Wire

/// Resolves conflicts that a merge has left in the document.
struct ConflictResolve: EditMethod {
    var keys: [String]?
    var side: MergeConflict.Side?
    var rules = RulePolicy.report

    struct Outcome: Sendable {
        var count = 0
        var losses: [Loss]?
    }

    static let name = "conflict/resolve"
    static let label = "Resolve"
    static let summary =
        "Resolves conflicts of merges: takes the values of a side, or keeps the present ones, and removes the notes."
    static let initial = ConflictResolve()
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required("resolved", \.count, .integer, "how many conflicts were resolved"),
        .optional("losses", \.losses, .array(of: Loss.shape), "edges that the rules refuse; absent if there are none"),
    ]
    static let failures: [Failure.Kind] = [
        .invalidValue, .noSuchNode, .noSuchEdge, .locked, .parentCycle, .notAccepted, .invalidData, .connectionRefused,
        .limits,
    ]
    static let members: [Member<ConflictResolve>] = [
        .optional("keys", \.keys, .array(of: .string), "of the notes in `conflicts`; all if left out"),
        .optional(
            "take", \.side, .choice(of: MergeConflict.Side.self),
            "the side whose values are taken; without it the present values stay"),
        .rules(\.rules, default: "report"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let (count, losses) = try transaction.resolveConflicts(
            keys?.map { JSONString($0) }, taking: side, rules: rules)
        return Outcome(count: count, losses: losses.isEmpty ? nil : losses)
    }
}
