import Editing
import Graph
import Interaction
import Wire

/// Closes a view.
struct ViewClose: ReturningMethod {
    var view = Identifier("")

    static let name = "view/close"
    static let summary = "Closes a view; its open gesture is cancelled."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewClose(), members: [.required("view", \.view, .identifier, "which")])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        let place = try session.viewPlace(view)
        session.documents.with(place.document) { $0.workspace.close(place.view, cause: ViewClose.name) }
        session.documents.forget(view: view)
        session.documents.indexViews(of: place.document)
        // Others may be sent that it is gone.
        session.touch(place.document)
        return Nothing()
    }
}
