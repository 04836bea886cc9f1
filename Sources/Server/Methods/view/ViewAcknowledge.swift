import Editing
import Graph
import Interaction
import Wire

/// Acknowledges that a client has drawn a frame.
struct ViewAcknowledge: ReturningMethod {
    var view = Identifier("")
    var frame = 0

    static let name = "view/acknowledge"
    static let summary =
        "Acknowledges a frame that was drawn. From then on at most two frames are under way; later changes are sent as one."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewAcknowledge(),
        members: [
            .required("view", \.view, .identifier, "of which"),
            .required("frame", \.frame, .integer, "the number of the last frame drawn"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        try session.withView(view) { (workspace, index) throws(EditError) in
            workspace.acknowledge(frame, in: index)
            return Nothing()
        }
    }
}
