import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Selects what a rectangle or a polygon catches.
struct ViewLasso: ReturningMethod {
    var view = Identifier("")
    var rect: Rect?
    var polygon: [Point]?
    var mode = Lasso.Mode.touch
    var op = Selection.Operation.replace
    var of = Lasso.Kinds.both
    var ids = false

    static let name = "view/lasso"
    static let summary = "Selects what a rectangle or a polygon touches, contains, or whose centre it holds."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue, .limits]
    static let params = Shape.object(
        "", "", initial: ViewLasso(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("rect", \.rect, .rect, "on the canvas"),
            .optional("polygon", \.polygon, .array(of: .point), "on the canvas, filled even-odd"),
            .defaulted("mode", \.mode, .choice(of: Lasso.Mode.self), "what catches an element", default: "touch"),
            .defaulted(
                "op", \.op, .choice(of: Selection.Operation.self), "how they join what is selected", default: "replace"),
            .defaulted("of", \.of, .choice(of: Lasso.Kinds.self), "what is caught", default: "both"),
            .defaulted("ids", \.ids, .boolean, "whether to list the ids of the selection", default: "false"),
        ])
    static let result = Shape<ViewRead.Counts>.selection

    func perform(in session: inout Session) throws(Failure) -> ViewRead.Counts {
        if (rect == nil) == (polygon == nil) { throw .invalidParams("either `rect` or `polygon`") }
        if let polygon, polygon.count > Limits.polygonCorners {
            throw Failure(.limits, "a polygon has at most \(Limits.polygonCorners) corners", path: "/polygon")
        }
        let region: Lasso.Region = rect.map { .rect($0) } ?? .polygon(Polygon(polygon ?? []))
        return try session.withView(view) { (workspace, index) throws(EditError) in
            if let caught = workspace.gather(Lasso(region, mode: mode, kinds: of)) {
                workspace.select(op, caught, in: index)
            }
            return ViewRead.Counts(workspace.views[index].selection, workspace.document, withIDs: ids)
        }
    }
}
