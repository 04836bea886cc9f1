import Editing
import Geometry
import Graph
import Wire

/// Follows the pointer in a gesture.
struct GestureUpdate: Method {
    var view = Identifier("")
    var at = Point.zero
    var modifiers: Modifiers = []
    var time: Double?

    struct Result: Sendable { var preview = PreviewState() }

    static let name = "gesture/update"
    static let summary = "Follows the pointer to a point of the screen."
    static let failures: [Failure.Kind] = [.noSuchView, .noGesture]
    static let params = Shape.object(
        "", "", initial: GestureUpdate(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("modifiers", \.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .optional("time", \.time, .number, "milliseconds of any origin"),
        ]
    ).quickly { cursor in cursor.quickPlace().map { GestureUpdate(view: $0.view, at: $0.at) } }
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [.required("preview", \.preview, .preview, "what it would do if it ended now")])

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.withView(view) { (editor, index) throws(EditError) in
            let preview = try editor.updateGesture(in: index, at: at, modifiers: modifiers)
            return Result(preview: PreviewState(preview, editor.document))
        }
    }
}
