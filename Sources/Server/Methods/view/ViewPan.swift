import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Pans a view by an offset.
struct ViewPan: ReturningMethod {
    var view = Identifier("")
    var by = Point.zero

    static let name = "view/pan"
    static let summary = "Pans a view by an offset."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewPan(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required("by", \.by, .point, "screen points"),
        ])
    static let result = Shape<ViewportResult>.viewportResult

    func perform(in session: inout Session) throws(Failure) -> ViewportResult {
        return try session.withView(view) { (workspace, index) throws(EditError) in
            workspace[index].pan(by: by)
            return ViewportResult(viewport: workspace.viewport(of: index))
        }
    }
}
