import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Forwards a pinch that the platform has recognized.
struct InputPinch: InputMethod {
    var view = Identifier("")
    var phase = PinchEvent.Phase.update
    var at = Point.zero
    var scale: Double?
    var by: Point?
    var time: Double?

    static let name = "input/pinch"
    static let summary =
        "Forwards a pinch that the platform has recognized; like a second contact it cancels the open gesture."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: InputPinch(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("phase", \.phase, .choice(of: PinchEvent.Phase.self), "what happened"),
            .required("at", \.at, .point, "screen point; the scale is about that of the begin"),
            .optional("scale", \.scale, .positiveNumber, "since the begin; 1 if left out, at the end the last one"),
            .optional(
                "by", \.by, .point,
                "the common offset of the fingers since the begin, screen points; 0 if left out, at the end the last one"
            ),
            .time(\.time),
        ])
    func receive(in workspace: inout Workspace, _ view: View.Slot, at time: Double) throws(EditError) -> InputAnswer {
        let event = PinchEvent(phase, at: at, scale: scale, by: by, time: time)
        return try workspace.receive(event, in: view, cause: InputPinch.name)
    }
}
