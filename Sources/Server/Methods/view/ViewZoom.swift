import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Zooms a view within its limits; the canvas point under `at` stays there.
struct ViewZoom: ReturningMethod {
    var view = Identifier("")
    var by: Double?
    var to: Double?
    var at: Point?
    var animate: Animation?

    static let name = "view/zoom"
    static let summary = "Zooms a view within its limits; the canvas point under `at` stays there."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewZoom(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .optional("by", \.by, .number, "a factor above 0"),
            .optional("to", \.to, .number, "the zoom itself, above 0"),
            .optional("at", \.at, .point, "screen point; the center if left out"),
            .defaulted("animate", \.animate, .animation, "whether and how to animate", default: "false"),
        ])
    static let result = Shape<ViewportResult>.viewportResult

    func perform(in session: inout Session) throws(Failure) -> ViewportResult {
        if (by == nil) == (to == nil) { throw .invalidParams("either `by` or `to`") }
        if let by, !(by > 0) { throw Failure(.invalidValue, "a factor is above 0", path: "/by") }
        if let to, !(to > 0) { throw Failure(.invalidValue, "a zoom is above 0", path: "/to") }
        let now = session.clock.now
        return try session.withView(view) { (workspace, index) throws(EditError) in
            let zoom = to ?? workspace.viewport(of: index).zoom * (by ?? 1)
            let limits = workspace.content.zoomLimits(ofSize: workspace[index].size, reaching: zoom)
            let shown = workspace[index].zoomed(to: zoom, at: at, limits)
            animate.show(shown, in: index, of: &workspace, at: now)
            return ViewportResult(viewport: shown)
        }
    }
}
