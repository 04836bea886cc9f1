import Editing
import Graph
import Interaction
import Wire

/// Changes what a view has of its own that people choose, in place of the settings of its document.
struct ViewUpdate: ReturningMethod {
    var view = Identifier("")
    var tool: String??
    var canvasDrag: InteractionSettings.CanvasDrag??
    var canvasLongPress: InteractionSettings.CanvasLongPress??
    var wheel: InteractionSettings.Wheel??
    var zoomOnDoubleTap: Bool??
    var inertia: Bool??
    var autoPan: Bool??

    static let name = "view/update"
    static let summary =
        "Changes the own choices of a view: its tool and the settings of the hand; unnamed ones stay."
    static let failures: [Failure.Kind] = [.noSuchView, .limits]
    static let params = Shape.object(
        "", "", initial: ViewUpdate(),
        members: [
            .required("view", \.view, .identifier, "which"),
            .patched(
                "tool", \.tool, .string,
                "`select`, `pan`, `marquee`, `lasso`, `connect`, or one of the client; null for that of the settings"),
            .patched(
                "canvasDrag", \.canvasDrag, .choice(of: InteractionSettings.CanvasDrag.self),
                "as the setting of this name; null for that of the document"),
            .patched(
                "canvasLongPress", \.canvasLongPress, .choice(of: InteractionSettings.CanvasLongPress.self),
                "as the setting of this name; null for that of the document"),
            .patched(
                "wheel", \.wheel, .choice(of: InteractionSettings.Wheel.self),
                "as the setting of this name; null for that of the document"),
            .patched(
                "zoomOnDoubleTap", \.zoomOnDoubleTap, .boolean,
                "as the setting of this name; null for that of the document"),
            .patched("inertia", \.inertia, .boolean, "as the setting of this name; null for that of the document"),
            .patched("autoPan", \.autoPan, .boolean, "as the setting of this name; null for that of the document"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        if let name = tool ?? nil, name.utf8.count > Limits.toolBytes {
            throw Failure(.limits, "the name of a tool has at most \(Limits.toolBytes) bytes", path: "/tool")
        }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            if let tool { workspace[index].take(tool.map { Tool($0) }) }
            var own = workspace[index].own
            if let canvasDrag { own.canvasDrag = canvasDrag }
            if let canvasLongPress { own.canvasLongPress = canvasLongPress }
            if let wheel { own.wheel = wheel }
            if let zoomOnDoubleTap { own.zoomOnDoubleTap = zoomOnDoubleTap }
            if let inertia { own.inertia = inertia }
            if let autoPan { own.autoPan = autoPan }
            workspace[index].take(own)
            return Nothing()
        }
    }
}
