import Editing
import Graph
import Interaction
import Wire

/// Lists the steps that can be undone and redone.
struct HistoryList: ReturningMethod {
    var document = ""
    var view: Identifier?

    struct Result: Sendable {
        var labels: [String] = []
        var position = 0
        var saved: Int?
    }

    static let name = "history/list"
    static let summary = "Lists the steps of the history; those from `position` on are undone."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchView]
    static let params = Shape.object(
        "", "", initial: HistoryList(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional(
                "view", \.view, .identifier, "lists the steps that undo and redo take in this view; without `saved`"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("labels", \.labels, .array(of: .string), "the oldest first"),
            .required("position", \.position, .integer, "how many steps are not undone"),
            .optional("saved", \.saved, .integer, "the position that is in the file, if it can still be reached"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        let key = try session.documents.key(of: document)
        let place = try view.map { (id) throws(Failure) in try session.documents.view(id, of: key) }
        return try session.withWorkspace(key) { (workspace) throws(EditError) in
            let owner = place.map { workspace.owner($0) } ?? .everyone
            let (labels, position) = workspace.history.labels(of: owner)
            return Result(
                labels: labels, position: position, saved: place == nil ? workspace.history.savedPosition : nil)
        }
    }
}
