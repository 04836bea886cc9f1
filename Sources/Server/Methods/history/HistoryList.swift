import Editing
import Graph
import Interaction
import Wire

/// Lists the steps that can be undone and redone.
struct HistoryList: ReturningMethod {
    var document = ""

    struct Result: Sendable {
        var labels: [String] = []
        var position = 0
        var saved: Int?
    }

    static let name = "history/list"
    static let summary = "Lists the steps of the history; those from `position` on are undone."
    static let failures: [Failure.Kind] = [.noSuchDocument]
    static let params = Shape.object(
        "", "", initial: HistoryList(), members: [.required("document", \.document, .string, "which")])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("labels", \.labels, .array(of: .string), "the oldest first"),
            .required("position", \.position, .integer, "how many steps are not undone"),
            .optional("saved", \.saved, .integer, "the position that is in the file, if it can still be reached"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withWorkspace(document) { (workspace) throws(EditError) in
            Result(
                labels: workspace.history.labels, position: workspace.history.position,
                saved: workspace.history.savedPosition)
        }
    }
}
