import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Maps points between the canvas and the screen.
struct ViewMap: ReturningMethod {
    var view = Identifier("")
    var points: [Point] = []
    var target = Target.canvas

    /// The target coordinate system of the points.
    enum Target: String, CaseIterable, Sendable { case canvas, screen }

    struct Result: Sendable {
        var points: [Point] = []
    }

    static let name = "view/map"
    static let summary = "Maps points of the screen to the canvas, or points of the canvas to the screen."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: ViewMap(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .required("points", \.points, .array(of: .point), "on the screen, or on the canvas"),
            .required("to", \.target, .choice(of: Target.self), "where the points are to be"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(), members: [.required("points", \.points, .array(of: .point), "in the same order")])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withView(view) { (workspace, index) throws(EditError) in
            let viewport = workspace.viewport(of: index)
            return Result(
                points: points.map { target == .canvas ? viewport.canvas($0) : viewport.screen($0) })
        }
    }
}
