import Editing
import Graph
import Interaction
import Wire

/// Undoes the last steps.
struct HistoryUndo: ReturningMethod {
    var walk = HistoryWalk()

    static let name = "history/undo"
    static let summary = "Undoes the last steps. Any number of steps is one change."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchView, .invalidValue, .groupOpen]
    static let params = Shape.object(
        "", "", initial: HistoryUndo(), members: HistoryWalk.members.map { $0.inside(\.walk) })
    static let result = HistoryWalk.result

    func perform(in session: inout Session) throws(Failure) -> HistoryWalk.Result {
        try walk.perform(in: &session) { (workspace, steps, owner) throws(EditError) in
            try workspace.undo(steps, of: owner, cause: HistoryUndo.name)
        }
    }
}
