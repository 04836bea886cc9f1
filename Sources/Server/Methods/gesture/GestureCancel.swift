import Editing
import Graph
import Interaction
import Wire

/// Cancels a gesture.
struct GestureCancel: StampedMethod {
    var view = Identifier("")
    var time: Double?

    var stamp: Double? { time }

    static let name = "gesture/cancel"
    static let summary = "Cancels the gesture of a view. Selection, focus and viewport become what they were."
    static let failures: [Failure.Kind] = [.noSuchView, .noGesture]
    static let params = Shape.object(
        "", "", initial: GestureCancel(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("time", \.time, .number, "milliseconds since any origin"),
        ])
    static let result = Shape<Revision>.revision

    func perform(in session: inout Session) throws(Failure) -> Revision {
        return try session.withView(view) { (workspace, index) throws(EditError) in
            try workspace[index].cancelGesture()
            return Revision(revision: workspace.revision)
        }
    }
}
