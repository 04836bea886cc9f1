import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Gives an element of a view the focus.
struct ViewFocus: ReturningMethod {
    var view = Identifier("")
    var node: Identifier?
    var edge: Identifier?
    var difference: Step?
    var reveal = false
    var animate: Animation?

    /// The way through the differences of a view.
    enum Step: String, CaseIterable, Sendable { case next, previous }

    static let name = "view/focus"
    static let summary =
        "Gives a node, an edge or the next difference of a view that compares the focus; without any, clears the focus."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .noSuchEdge, .nothingThere]
    static let params = Shape.object(
        "", "", initial: ViewFocus(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("node", \.node, .identifier, "a node"), .optional("edge", \.edge, .identifier, "or an edge"),
            .optional(
                "difference", \.difference, .choice(of: Step.self),
                "or the difference after the one with the focus, or before it, in reading order; without any the focus stays"
            ),
            .defaulted(
                "reveal", \.reveal, .boolean, "whether to pan to it, as `view/reveal` does", default: "false"),
            .defaulted(
                "animate", \.animate, .animation, "with `reveal`: whether and how to animate", default: "false"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        if [node != nil, edge != nil, difference != nil].filter({ $0 }).count > 1 {
            throw .invalidParams("either `node`, `edge` or `difference`")
        }
        if animate != nil && !reveal { throw .invalidParams("`animate` goes with `reveal`") }
        let now = session.clock.now
        return try session.withView(view) { (workspace, index) throws(EditError) in
            if let ghost = ghost(in: workspace, index) {
                let bounds = workspace.focus(ghost, in: index)
                if reveal, let bounds { self.reveal(bounds, in: index, of: &workspace, at: now) }
                return Nothing()
            }
            var element: ElementSlot?
            var measured: MeasuredElements?
            if let node {
                let slots = try workspace.document.slots(nodes: [node])
                (element, measured) = (.node(slots[0]), .some(nodes: slots, edges: []))
            }
            if let edge {
                let slots = try workspace.document.slots(edges: [edge])
                (element, measured) = (.edge(slots[0]), .some(nodes: [], edges: slots))
            }
            var bounds: Rect?
            if let difference {
                if workspace.comparison(of: index) == nil { throw .comparesNothing(view) }
                bounds = workspace.focusDifference(isNext: difference == .next, in: index)
            } else {
                workspace[index].focus(element)
            }
            if reveal, let bounds = bounds ?? measured?.bounds(in: &workspace) {
                self.reveal(bounds, in: index, of: &workspace, at: now)
            }
            return Nothing()
        }
    }

    /// The removed element that is named, in a view that shows it.
    private func ghost(in workspace: Workspace, _ view: View.Slot) -> Comparison.Element? {
        guard let comparison = workspace.comparison(of: view)?.comparison else { return nil }
        let named = node.map { Comparison.Element.node($0) } ?? edge.map { .edge($0) }
        return named.flatMap { comparison.isRemoved($0) ? $0 : nil }
    }

    private func reveal(_ bounds: Rect, in view: View.Slot, of workspace: inout Workspace, at now: Double) {
        let zoom = workspace[view].zoom(revealing: bounds)
        let limits = workspace.content.zoomLimits(ofSize: workspace[view].size, reaching: zoom)
        animate.show(workspace[view].revealing(bounds, limits), in: view, of: &workspace, at: now)
    }
}
