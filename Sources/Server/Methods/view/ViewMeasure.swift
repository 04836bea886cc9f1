import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Sets sizes that a front end measured with the font of one view.
struct ViewMeasure: ReturningMethod {
    var view = Identifier("")
    var sizes: [(id: Identifier, size: Size?)] = []

    struct Result: Sendable {
        var revision = 0
    }

    static let name = "view/measure"
    static let summary =
        "Sets the sizes that nodes have in the font of a view: for the whole document, until the view is closed; they are not saved."
    static let failures: [Failure.Kind] = [.noSuchView, .noSuchNode, .invalidValue, .limits]
    static let params = Shape.object(
        "", "", initial: ViewMeasure(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required(
                "sizes", \.sizes, .measuredSizes, "by the id of the node; null removes the size that the view measured"),
        ])
    static let result = Shape.object(
        "", "", initial: Result(),
        members: [.required("revision", \.revision, .integer, "of the document, after it")])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withView(view) { (workspace, _) throws(EditError) in
            Result(revision: try workspace.measure(sizes, in: view, cause: ViewMeasure.name))
        }
    }
}
