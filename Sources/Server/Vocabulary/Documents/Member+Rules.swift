import Editing
import Wire

extension Member {
    /// Makes the member that says what becomes of edges from outside that the connection rules refuse.
    static func rules(_ path: WritableKeyPath<Root, RulePolicy> & Sendable, default defaultText: String) -> Member {
        .defaulted(
            "rules", path, .choice(of: RulePolicy.self),
            "of new edges, and of edges that end elsewhere, that the connection rules refuse: refuse the edit, report "
                + "them as diagnostics, or skip them as losses", default: defaultText)
    }
}
