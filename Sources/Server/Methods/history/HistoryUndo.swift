import Editing
import Graph
import Interaction
import Wire

/// Undoes the last steps.
struct HistoryUndo: HistoryMethod {
    var walk = HistoryWalk()

    static let direction = HistoryDirection.undo
    static let name = "history/undo"
    static let summary = "Undoes the last steps. Any number of steps is one change."
    static let params = Shape.object(
        "", "", initial: HistoryUndo(), members: HistoryWalk.members.map { $0.inside(\.walk) })
}
