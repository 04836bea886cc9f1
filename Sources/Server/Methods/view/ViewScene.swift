import Editing
import Graph
import Interaction
import Wire

/// Returns everything that a view shows.
struct ViewScene: Method {
    var view = Identifier("")

    static let name = "view/scene"
    static let summary = "Returns all that a view shows: the result of applying its frames in order."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewScene(), members: [.required("view", \.view, .identifier, "which")])
    static let result = Shape.writtenByMethod(
        ViewFrame.schema)

    /// Writes straight into the outgoing bytes, since the result may be long.
    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        let location = try session.documents.location(of: view)
        let (update, document) = try session.documents.lend(location.document) { (open) throws(Failure) in
            (open.workspace.wholeFrame(of: location.view), open.workspace.document)
        }
        request.reply(into: &outbox) { writer in ViewFrame.write(update, document, into: &writer) }
    }
}
