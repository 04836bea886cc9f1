import Editing
import Graph
import Interaction
import Wire

/// Redoes steps that were undone.
struct HistoryRedo: HistoryMethod {
    var walk = HistoryWalk()

    static let direction = HistoryDirection.redo
    static let name = "history/redo"
    static let summary = "Redoes the steps that were undone last. Any number of steps is one change."
    static let params = Shape.object(
        "", "", initial: HistoryRedo(), members: HistoryWalk.members.map { $0.inside(\.walk) })
}
