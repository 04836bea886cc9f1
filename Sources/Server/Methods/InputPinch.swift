import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Tells of a pinch that the platform has recognised.
struct InputPinch: InputMethod {
    var view = Identifier("")
    var phase = PinchEvent.Phase.update
    var at = Point.zero
    var scale = 1.0
    var by = Point.zero
    var time: Double?

    static let name = "input/pinch"
    static let summary =
        "Forwards a pinch that the platform has recognised; like a second contact it undoes what was open."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: InputPinch(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("phase", \.phase, .choice(of: PinchEvent.Phase.self), "what happened"),
            .required("at", \.at, .point, "screen point; where the pinch began it is scaled about"),
            .defaulted("scale", \.scale, .positiveNumber, "since the begin", default: "1"),
            .defaulted(
                "by", \.by, .point, "how far the fingers went together since the begin", default: "{\"x\":0,\"y\":0}"),
            .time(\.time),
        ])
    func receive(in workspace: inout Workspace, _ view: Int, at time: Double) throws(EditError) -> InputAnswer {
        try workspace.receive(PinchEvent(phase, at: at, scale: scale, by: by, time: time), in: view)
    }
}
