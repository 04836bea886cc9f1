import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Centers everything visible, nodes or the selection in a view.
struct ViewFit: ReturningMethod {
    var view = Identifier("")
    var ids: [Identifier]?
    var selection = false
    var padding = FitPadding.standard
    var minZoom: Double?
    var maxZoom: Double?
    var animate: Animation?

    static let name = "view/fit"
    static let summary =
        "Centers everything that is shown, some nodes, or the selection in the view; the error is 1201 if there is nothing."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .nothingThere, .invalidValue]
    static let params = Shape.object(
        "", "", initial: ViewFit(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .optional(
                "ids", earlier: "nodes", \.ids, .array(of: .identifier),
                "only these nodes; if all of them are hidden, where they lie"),
            .defaulted("selection", \.selection, .boolean, "only the selected elements", default: "false"),
            .defaulted(
                "padding", \.padding, .fitPadding, "padding: canvas units, \"20px\", \"10%\", or one for each side",
                default: "50"),
            .optional("minZoom", \.minZoom, .positiveNumber, "not below this"),
            .optional("maxZoom", \.maxZoom, .positiveNumber, "not above this; 1 if left out"),
            .defaulted("animate", \.animate, .animation, "whether and how to animate", default: "false"),
        ])
    static let result = Shape<ViewportResult>.viewportResult

    func perform(in session: inout Session) throws(Failure) -> ViewportResult {
        if ids != nil && selection { throw .invalidParams("either `ids` or `selection`") }
        let now = session.clock.now
        return try session.withView(view) { (workspace, index) throws(EditError) in
            guard let bounds = try fitted(in: &workspace, index) else {
                throw EditError(.nothingThere, "there is nothing to fit" + unplacedNodes(of: workspace.document))
            }
            let limits = workspace.content.zoomLimits(
                ofSize: workspace[index].size, fitting: bounds, padding: padding)
            let shown = workspace[index]
                .fitting(bounds, padding: padding, minZoom: minZoom, maxZoom: maxZoom, limits)
            animate.show(shown, in: index, of: &workspace, at: now)
            return ViewportResult(viewport: shown)
        }
    }

    /// The part of the message about nodes without a position, which are not drawn; empty if there are none.
    private func unplacedNodes(of document: Document) -> String {
        let count = selection || ids != nil ? 0 : document.nodeSlots.lazy.filter { !document.isPlaced($0) }.count
        if count == 0 { return "" }
        return ": \(count == 1 ? "1 node has" : "\(count) nodes have") no position; `document/layout` gives one"
    }

    private func fitted(in workspace: inout Workspace, _ index: View.Slot) throws(EditError) -> Rect? {
        if let ids { return workspace.content.bounds(naming: try workspace.document.slots(nodes: ids)) }
        if !selection { return workspace.content.shownBounds() }
        let selected = workspace[index].selection
        return workspace.content.shownBounds(nodes: selected.nodes.slots, edges: selected.edges.slots)
    }
}

extension Shape where Value == FitPadding {
    /// A number of canvas units, `"20px"`, `"10%"`, or an object with such a length for each side.
    static let fitPadding: Shape = {
        let length = Shape<FitPadding.Length>(
            schema: .oneOf([.number(minimum: 0), .string()]),
            read: { (cursor) throws(ShapeError) in
                if cursor.peek() == .number {
                    let value = try cursor.readDouble()
                    if value < 0 { throw ShapeError.impossible("a padding is not negative") }
                    return .canvas(value)
                }
                guard cursor.peek() == .string else { throw cursor.wrongKind("a number or a string") }
                guard let length = FitPadding.Length(try cursor.readString()) else {
                    throw ShapeError("expected a number, \"20px\" or \"10%\"")
                }
                return length
            },
            write: { _, writer in writer.null() })
        let sides = Shape.object(
            "", "", initial: FitPadding(),
            members: [
                .defaulted("top", \.top, length, "above", default: "0"),
                .defaulted("right", \.right, length, "on the right", default: "0"),
                .defaulted("bottom", \.bottom, length, "below", default: "0"),
                .defaulted("left", \.left, length, "on the left", default: "0"),
            ])
        return Shape(
            schema: .named(
                "Padding", "The padding around the fitted elements.", .oneOf([length.schema, sides.schema])),
            read: { (cursor) throws(ShapeError) in
                if cursor.peek() == .object { return try sides.read(&cursor) }
                return FitPadding(try length.read(&cursor))
            },
            write: { _, writer in writer.null() })
    }()
}
