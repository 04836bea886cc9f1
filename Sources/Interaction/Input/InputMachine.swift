import Geometry
import Graph
import Storage

/// The state of pointers and keys in a view.
///
/// It takes events and returns actions; it sees the view and changes only itself.
struct InputMachine: Sendable {
    /// The state of mice and fingers.
    var pointers = Pointers()
    /// The nudges that the next one may join.
    private var nudge: NudgeRun?

    /// The greatest time between nudges of one step of the history, in milliseconds.
    private static let nudgeWindow = 1000.0

    /// The key under which a nudge joins those just before it.
    mutating func nudgeKey(_ nodes: SlotSet<Node>, repeats: Bool, at time: Double, revision: Int) -> String {
        if var run = nudge, run.nodes == nodes, repeats || time - run.time < InputMachine.nudgeWindow {
            run.time = time
            nudge = run
            return run.mergeKey
        }
        // No other run begins at this revision.
        let run = NudgeRun(nodes: nodes, mergeKey: "input/key nudge \(revision)", time: time)
        nudge = run
        return run.mergeKey
    }
}

/// Consecutive nudges that are undone together.
private struct NudgeRun: Sendable {
    let nodes: SlotSet<Node>
    let mergeKey: String
    /// The time of the last input.
    var time: Double
}
