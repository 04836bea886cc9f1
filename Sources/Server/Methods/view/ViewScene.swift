import Editing
import Graph
import Interaction
import Wire

/// Returns all that a view shows.
struct ViewScene: Method {
    var view = Identifier("")

    static let name = "view/scene"
    static let summary = "Returns all that a view shows: the result of applying its frames in order."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewScene(), members: [.required("view", \.view, .identifier, "which")])
    static let result = Shape.writtenByMethod(
        ViewFrame.schema)

    /// A scene may be as long as a frame, so it is written directly into the outgoing bytes.
    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        let place = try session.viewPlace(view)
        session.documents[place.document].workspace.withWholeFrame(of: place.view) { frame, workspace in
            request.reply(into: &outbox) { writer in ViewFrame.write(frame, of: place.view, &workspace, into: &writer) }
        }
    }
}
