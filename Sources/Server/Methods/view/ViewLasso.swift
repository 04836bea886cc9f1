import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Selects the elements in a rectangle or a polygon.
struct ViewLasso: ReturningMethod {
    var view = Identifier("")
    var rect: Rect?
    var polygon: [Point]?
    var mode = Lasso.Mode.touch
    var op = Selection.Operation.replace
    var of = Lasso.Kinds.both
    var list = false

    static let name = "view/lasso"
    static let summary =
        "Selects the elements that a rectangle or a polygon touches or contains, or whose center it contains."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue, .limits]
    static let params = Shape.object(
        "", "", initial: ViewLasso(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("rect", \.rect, .rect, "on the canvas"),
            .optional("polygon", \.polygon, .array(of: .point), "on the canvas, filled by the even-odd rule"),
            .defaulted("mode", \.mode, .choice(of: Lasso.Mode.self), "what selects an element", default: "touch"),
            .defaulted(
                "op", \.op, .choice(of: Selection.Operation.self), "how the elements join the selection",
                default: "replace"),
            .defaulted("of", \.of, .choice(of: Lasso.Kinds.self), "which elements are selected", default: "both"),
            .defaulted(
                "list", earlier: "ids", \.list, .boolean, "whether to list the ids of the selection", default: "false"),
        ])
    static let result = Shape<SelectionState>.selection

    func perform(in session: inout Session) throws(Failure) -> SelectionState {
        if (rect == nil) == (polygon == nil) { throw .invalidParams("either `rect` or `polygon`") }
        if let polygon, polygon.count > Limits.polygonCorners {
            throw Failure(.limits, "a polygon has at most \(Limits.polygonCorners) corners", path: "/polygon")
        }
        let region: Lasso.Region = rect.map { .rect($0) } ?? .polygon(Polygon(polygon ?? []))
        return try session.withView(view) { (workspace, index) throws(EditError) in
            if let caught = workspace.stage(of: index).gather(Lasso(region, mode: mode, kinds: of)) {
                workspace[index].select(op, caught)
            }
            return SelectionState(workspace[index].selection, workspace.document, withIDs: list)
        }
    }
}
