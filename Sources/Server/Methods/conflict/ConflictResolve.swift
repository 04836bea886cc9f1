import Editing
import Graph
import Interaction
import Wire

/// Resolves conflicts that a merge has left in the document.
struct ConflictResolve: EditMethod {
    var keys: [String]?
    var side: MergeConflict.Side?

    struct Outcome: Sendable {
        var count = 0
    }

    static let name = "conflict/resolve"
    static let label = "Resolve"
    static let summary =
        "Resolves conflicts of merges: takes the values of a side, or keeps what is there, and removes the notes."
    static let initial = ConflictResolve()
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required("resolved", \.count, .integer, "how many conflicts were resolved")
    ]
    static let failures: [Failure.Kind] = [
        .invalidValue, .noSuchNode, .noSuchEdge, .locked, .parentCycle, .notAccepted, .invalidData, .limits,
    ]
    static let members: [Member<ConflictResolve>] = [
        .optional("keys", \.keys, .array(of: .string), "of the notes in `conflicts`; all if left out"),
        .optional(
            "take", \.side, .choice(of: MergeConflict.Side.self),
            "the side whose values are put in place; without it everything stays as it is"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        Outcome(count: try transaction.resolveConflicts(keys?.map { JSONString($0) }, taking: side))
    }
}
