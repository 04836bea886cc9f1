import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Shows elements with the least pan.
struct ViewReveal: ReturningMethod {
    var view = Identifier("")
    var nodes: [Identifier] = []
    var edges: [Identifier] = []
    var padding = FitPadding.reveal
    var animate: Animation?

    static let name = "view/reveal"
    static let summary =
        "Makes the least pan that shows elements completely; zooms out only if they do not fit."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .noSuchEdge, .nothingThere, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewReveal(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .defaulted("nodes", \.nodes, .array(of: .identifier), "these nodes", default: "[]"),
            .defaulted("edges", \.edges, .array(of: .identifier), "these edges, with their labels", default: "[]"),
            .defaulted(
                "padding", \.padding, .fitPadding, "padding: canvas units, \"20px\", \"10%\", or one for each side",
                default: "\"20px\""),
            .defaulted("animate", \.animate, .animation, "whether and how to animate", default: "false"),
        ])
    static let result = Shape<ViewportResult>.viewportResult

    func perform(in session: inout Session) throws(Failure) -> ViewportResult {
        if nodes.isEmpty && edges.isEmpty { throw .invalidParams("ids of `nodes`, of `edges` or of both") }
        let now = session.clock.now
        return try session.withView(view) { (workspace, index) throws(EditError) in
            let slots = (try workspace.document.slots(nodes: nodes), try workspace.document.slots(edges: edges))
            guard let bounds = workspace.content.shownBounds(nodes: slots.0, edges: slots.1) else {
                throw EditError(.nothingThere, "there is nothing to reveal")
            }
            let zoom = workspace[index].zoom(revealing: bounds, padding: padding)
            let limits = workspace.content.zoomLimits(ofSize: workspace[index].size, reaching: zoom)
            let target = workspace[index].revealing(bounds, padding: padding, limits)
            animate.show(target, in: index, of: &workspace, at: now)
            return ViewportResult(viewport: target)
        }
    }
}
