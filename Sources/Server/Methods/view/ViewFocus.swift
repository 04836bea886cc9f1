import Editing
import Graph
import Interaction
import Wire

/// Gives an element of a view the focus.
struct ViewFocus: ReturningMethod {
    var view = Identifier("")
    var node: Identifier?
    var edge: Identifier?
    var reveal = false
    var animate: Animation?

    static let name = "view/focus"
    static let summary = "Gives a node or an edge the focus; without either, clears the focus."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .noSuchEdge]
    static let params = Shape.object(
        "", "", initial: ViewFocus(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("node", \.node, .identifier, "a node"), .optional("edge", \.edge, .identifier, "or an edge"),
            .defaulted(
                "reveal", \.reveal, .boolean, "whether to pan to it, as `view/reveal` does", default: "false"),
            .defaulted(
                "animate", \.animate, .animation, "with `reveal`: whether and how to animate", default: "false"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        if node != nil && edge != nil { throw .invalidParams("either `node` or `edge`") }
        if animate != nil && !reveal { throw .invalidParams("`animate` goes with `reveal`") }
        return try session.withMotion(of: view) { (workspace, index, now) throws(EditError) in
            var element: View.Element?
            var measured: MeasuredElements?
            if let node {
                let slots = try workspace.document.slots(nodes: [node])
                (element, measured) = (.node(slots[0]), .some(nodes: slots, edges: []))
            }
            if let edge {
                let slots = try workspace.document.slots(edges: [edge])
                (element, measured) = (.edge(slots[0]), .some(nodes: [], edges: slots))
            }
            workspace[index].focus(element)
            if reveal, let bounds = measured?.bounds(in: &workspace) {
                let zoom = workspace[index].zoom(revealing: bounds)
                let limits = workspace.content.zoomLimits(ofSize: workspace[index].size, reaching: zoom)
                let target = workspace[index].revealing(bounds, limits)
                animate.show(target, in: index, of: &workspace, at: now)
            }
            return Nothing()
        }
    }
}
