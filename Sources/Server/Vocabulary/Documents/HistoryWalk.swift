import Editing
import Graph
import Interaction
import Wire

/// Steps through the history, as undo and redo have them.
struct HistoryWalk: Sendable {
    var document = ""
    var steps = 1
    var view: Identifier?
    var animate: Transition?

    static let members: [Member<HistoryWalk>] = [
        .required("document", \.document, .string, "which"),
        .defaulted("steps", \.steps, .integer(in: 0...1_000_000_000), "how many, at most", default: "1"),
        .optional(
            "view", \.view, .identifier,
            "takes the steps of this view or of none, never another's; what came back or moved is selected there"),
        .animate(\.animate),
    ]

    /// The result of undo and redo.
    struct Result: Sendable {
        var revision = 0
        var label: String?
        var steps = 0
    }

    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .optional("label", \.label, .string, "of the last step"),
            .required("steps", \.steps, .integer, "how many there were"),
        ])

    /// Performs the steps.
    ///
    /// - Parameter take: takes at most so many steps in one direction.
    func perform(
        in session: inout Session,
        _ take: (inout Workspace, Int, StepOwner) throws(EditError) -> (steps: Int, label: String?, delta: Delta)
    ) throws(Failure) -> Result {
        let key = try session.documents.key(of: document)
        let place = try view.map { (id) throws(Failure) in try session.documents.view(id, of: key) }
        return try session.withWorkspace(key) { (workspace) throws(EditError) in
            let done = try take(&workspace, steps, place.map { workspace.owner($0) } ?? .everyone)
            if let place { workspace[place].select(done.delta) }
            workspace.animateChanges(animate)
            return Result(revision: workspace.revision, label: done.label, steps: done.steps)
        }
    }
}
