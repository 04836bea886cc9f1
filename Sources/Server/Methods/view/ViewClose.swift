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
        // Others may be sent that it is gone.
        session.touch(try session.documents.close(view, cause: ViewClose.name))
        return Nothing()
    }
}
