import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Tells what something that comes from outside does over a view.
struct InputDrop: InputMethod {
    var view = Identifier("")
    var phase = DropEvent.Phase.over
    var at = Point.zero
    var types: [String] = []
    var data: JSONText?
    var insert: String?
    var time: Double?

    static let name = "input/drop"
    static let summary =
        "Tells what something that comes from outside does over a view; the answer says whether it may be dropped."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue, .connectionRefused]
    static let params = Shape.object(
        "", "", initial: InputDrop(),
        members: [
            .required("view", \.view, .identifier, "over which"),
            .required("phase", \.phase, .choice(of: DropEvent.Phase.self), "what happened"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("types", \.types, .array(of: .string), "the media types as which it comes", default: "[]"),
            .optional("data", \.data, .text, "what it is; told with the drop"),
            .optional(
                "insert", \.insert, .string,
                "inserts a node of this type, as from a palette: into the edge or the group there"),
            .time(\.time),
        ])
    func receive(in workspace: inout Workspace, _ view: Int, at time: Double) throws(EditError) -> InputAnswer {
        let event = DropEvent(phase, at: at, types: types, data: data, insertion: insert)
        return try workspace.receive(event, in: view, cause: InputDrop.name)
    }
}
