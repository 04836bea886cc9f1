import Editing
import Graph
import Interaction
import Storage
import Wire

/// Forwards a key that went down or up.
struct InputKey: InputMethod {
    var view = Identifier("")
    var phase = KeyEvent.Phase.down
    var key = ""
    var code: String?
    var modifiers: Modifiers = []
    var isRepeat = false
    var time: Double?

    static let name = "input/key"
    static let summary =
        "Forwards a key that went down or up; the setting `keyBindings` maps it to a command in the view."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue, .groupOpen, .limits]
    static let params = Shape.object(
        "", "", initial: InputKey(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("phase", \.phase, .choice(of: KeyEvent.Phase.self), "what happened"),
            .required("key", \.key, .string, "as in the DOM: `a`, `ArrowLeft`, `Enter`"),
            .optional(
                "code", \.code, .string, "as in the DOM, such as `KeyA`; used where `key` is no ASCII character"),
            .defaulted("modifiers", \.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .defaulted("repeat", \.isRepeat, .boolean, "whether it is the repetition of a held key", default: "false"),
            .time(\.time),
        ])
    func receive(in workspace: inout Workspace, _ view: View.Slot, at time: Double) throws(EditError) -> InputAnswer {
        let event = KeyEvent(phase, key: key, code: code, modifiers: modifiers, isRepeat: isRepeat, time: time)
        return try workspace.receive(event, in: view, cause: InputKey.name)
    }
}
