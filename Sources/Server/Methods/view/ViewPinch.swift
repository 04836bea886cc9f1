import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Zooms a view about a point and pans it, in one step.
struct ViewPinch: ReturningMethod {
    var view = Identifier("")
    var at = Point.zero
    var scale = 1.0
    var by = Point.zero

    static let name = "view/pinch"
    static let summary = "Zooms a view about a point and pans it, in one step."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewPinch(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required("at", \.at, .point, "screen point between the fingers"),
            .required("scale", \.scale, .number, "a factor above 0"),
            .defaulted("by", \.by, .point, "how far the fingers moved, screen points", default: #"{"x": 0, "y": 0}"#),
        ])
    static let result = Shape<ViewportResult>.viewportResult

    func perform(in session: inout Session) throws(Failure) -> ViewportResult {
        if !(scale > 0) { throw Failure(.invalidValue, "a scale is above 0", path: "/scale") }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            let zoom = workspace.viewport(of: index).zoom * scale
            let limits = workspace.content.zoomLimits(ofSize: workspace[index].size, reaching: zoom)
            workspace[index].show(workspace[index].pinched(at: at, scale: scale, by: by, limits))
            return ViewportResult(viewport: workspace.viewport(of: index))
        }
    }
}
