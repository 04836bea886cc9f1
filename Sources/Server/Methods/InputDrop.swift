import Editing
import Geometry
import Graph
import Wire

/// Tells what something that comes from outside does over a view.
struct InputDrop: InputMethod {
    var view = Identifier("")
    var phase = DropEvent.Phase.over
    var at = Point.zero
    var types: [String] = []
    var data: JSONText?
    var time: Double?

    static let name = "input/drop"
    static let summary =
        "Forwards what something from outside does over a view; the result says whether it may be dropped."
    static let failures: [Failure.Kind] = [.noSuchView] + MethodTable.editFailures
    static let params = Shape.object(
        "", "", initial: InputDrop(),
        members: [
            .required("view", \.view, .identifier, "over which"),
            .required("phase", \.phase, .choice(of: DropEvent.Phase.self), "what happened"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("types", \.types, .array(of: .string), "the media types as which it comes", default: "[]"),
            .optional("data", \.data, .text, "what it is; sent with the drop"),
            .time(\.time),
        ])
    func receive(in editor: inout Editor, _ view: Int, at time: Double) throws(EditError) -> InputAnswer {
        let event = DropEvent(phase, at: at, types: types, data: data)
        return try editor.receive(event, in: view, cause: InputDrop.name)
    }
}
