import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Resizes a view.
struct ViewResize: ReturningMethod {
    var view = Identifier("")
    var width = 0.0
    var height = 0.0

    static let name = "view/resize"
    static let summary = "Sets the size of a view; its viewport stays."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewResize(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required("width", \.width, .number, "screen points"),
            .required("height", \.height, .number, "screen points"),
        ])
    static let result = Shape<ViewportResult>.viewportResult

    func perform(in session: inout Session) throws(Failure) -> ViewportResult {
        try View.checkSize(width, height)
        return try session.withView(view) { (workspace, index) throws(EditError) in
            workspace[index].resize(to: Size(width: width, height: height))
            return ViewportResult(viewport: workspace.viewport(of: index))
        }
    }
}
