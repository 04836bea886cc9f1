import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Tells that a wheel was turned.
struct InputWheel: InputMethod {
    var view = Identifier("")
    var at = Point.zero
    var by = Point.zero
    var unit = WheelEvent.Unit.point
    var precise = true
    var modifiers: Modifiers = []
    var time: Double?

    static let name = "input/wheel"
    static let summary =
        "Tells that a wheel was turned, or two fingers moved on a trackpad: pans, or zooms about the pointer."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: InputWheel(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("at", \.at, .point, "screen point"),
            .required("by", \.by, .point, "as in the DOM: positive down and to the right"),
            .defaulted("unit", \.unit, .choice(of: WheelEvent.Unit.self), "of `by`", default: "point"),
            .defaulted(
                "precise", \.precise, .boolean, "false where notches are counted in points: a pan counts ten for each",
                default: "true"),
            .defaulted("modifiers", \.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .time(\.time),
        ])
    func receive(in workspace: inout Workspace, _ view: Int, at time: Double) throws(EditError) -> InputAnswer {
        let event = WheelEvent(at: at, by: by, unit: unit, isPrecise: precise, modifiers: modifiers, time: time)
        return try workspace.receive(event, in: view)
    }
}
