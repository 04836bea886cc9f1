import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Forwards the turn of a wheel.
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
        "Forwards the turn of a wheel, or two fingers on a trackpad: pans, or zooms about the pointer."
    static let failures: [Failure.Kind] = [.noSuchView]
    static let params = Shape.object(
        "", "", initial: InputWheel(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("at", \.at, .point, "screen point"),
            .required("by", \.by, .point, "as in the DOM: positive down and to the right"),
            .defaulted("unit", \.unit, .choice(of: WheelEvent.Unit.self), "of `by`", default: "point"),
            .defaulted(
                "precise", \.precise, .boolean, "false if points count notches: a pan then moves ten points for each",
                default: "true"),
            .defaulted("modifiers", \.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .time(\.time),
        ])
    func receive(in workspace: inout Workspace, _ view: View.Slot, at time: Double) throws(EditError) -> InputAnswer {
        let event = WheelEvent(at: at, by: by, unit: unit, isPrecise: precise, modifiers: modifiers, time: time)
        return try workspace.receive(event, in: view, cause: InputWheel.name)
    }
}
