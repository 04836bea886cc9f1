import Editing
import Graph
import Interaction
import Wire

/// Redoes steps that were undone.
struct HistoryRedo: ReturningMethod {
    var walk = HistoryWalk()

    static let name = "history/redo"
    static let summary = "Redoes the steps that were undone last. Any number of steps is one change."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchView, .invalidValue, .groupOpen]
    static let params = Shape.object(
        "", "", initial: HistoryRedo(), members: HistoryWalk.members.map { $0.inside(\.walk) })
    static let result = HistoryWalk.result

    func perform(in session: inout Session) throws(Failure) -> HistoryWalk.Result {
        try walk.perform(in: &session) { (workspace, steps, owner) throws(EditError) in
            try workspace.redo(steps, of: owner, cause: HistoryRedo.name)
        }
    }
}
