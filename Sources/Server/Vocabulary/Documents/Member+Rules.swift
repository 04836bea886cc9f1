import Editing
import Wire

extension Member {
    /// Makes the member that decides about edges from outside that the connection rules refuse.
    static func rules(_ path: WritableKeyPath<Root, RulePolicy> & Sendable, default defaultText: String) -> Member {
        .defaulted("rules", path, .choice(of: RulePolicy.self), doc, default: defaultText)
    }

    /// The same with a default that depends on `elements`.
    static func rules(_ path: WritableKeyPath<Root, RulePolicy?> & Sendable) -> Member {
        .optional(
            "rules", path, .choice(of: RulePolicy.self),
            doc + "; if left out, `refuse` with `elements`, and `report` for everything and in a view's own copy")
    }

    private static var doc: String {
        "of new edges, and of edges that end elsewhere, that the connection rules refuse: refuse the edit, report "
            + "them as diagnostics, or skip them as losses"
    }
}
