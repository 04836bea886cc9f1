import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Begins a gesture.
struct GestureBegin: StampedMethod {
    var view = Identifier("")
    var kind = Kind.drag
    var at = Point.zero
    var pointer = PointerKind.mouse
    var modifiers: Modifiers = []
    var time: Double?
    var nodes: [Identifier]?
    var node: Identifier?
    var handle: Identifier?
    var edge: Identifier?
    var end: Handle.Kind?
    var index: Int?
    var corner: ResizeHandle?
    var op = Selection.Operation.replace
    var mode = Lasso.Mode.touch
    var of = Lasso.Kinds.both

    enum Kind: String, CaseIterable, Sendable {
        case drag, connect, reconnect, resize, scale, waypoint, label, marquee, lasso, cut, pan
    }

    struct Result: Sendable {
        var gesture = ""
        var preview = JSONText(trusted: Array("{}".utf8))
    }

    var stamp: Double? { time }

    static let name = "gesture/begin"
    static let summary = "Begins a gesture in a view; nothing is written to the document before its end."
    static let failures: [Failure.Kind] = [
        .noSuchView, .noSuchNode, .noSuchEdge, .noSuchHandle, .locked, .invalidValue, .nothingThere, .gestureOpen,
        .switchedOff, .readOnly, .limits,
    ]
    static let params = Shape.object(
        "", "", initial: GestureBegin(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("kind", \.kind, .choice(of: Kind.self), "which gesture"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("pointer", \.pointer, .choice(of: PointerKind.self), "whose reaches count", default: "mouse"),
            .defaulted("modifiers", \.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .optional("time", \.time, .number, "milliseconds since any origin"),
            .optional(
                "nodes", \.nodes, .array(of: .identifier),
                "drag, scale: these nodes; if left out, what is at the point; scale: what is selected"),
            .optional("node", \.node, .identifier, "connect, resize: this node"),
            .optional("handle", \.handle, .identifier, "connect: from this handle"),
            .optional(
                "edge", \.edge, .identifier,
                "reconnect: this edge; waypoint, label: this edge; if left out, the one at the point"),
            .optional("end", \.end, .choice(of: Handle.Kind.self), "reconnect: which end"),
            .optional(
                "index", \.index, .integer(in: 0...1_000_000_000),
                "waypoint: its index along the edge, from 0; if left out the one at the point, else a new one"),
            .optional("corner", \.corner, .choice(of: ResizeHandle.self), "resize, scale: which corner or side"),
            .defaulted(
                "op", \.op, .choice(of: Selection.Operation.self),
                "marquee, lasso: how the elements join the selection",
                default: "replace"),
            .defaulted(
                "mode", \.mode, .choice(of: Lasso.Mode.self), "marquee, lasso: what selects an element",
                default: "touch"),
            .defaulted(
                "of", \.of, .choice(of: Lasso.Kinds.self), "marquee, lasso: which elements are selected",
                default: "both"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("gesture", \.gesture, .string, "its kind"),
            .required("preview", \.preview, .repliedGesture, "what it would do if it ended now"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        let start = try start()
        return try session.withView(view) { (workspace, index) throws(EditError) in
            let state = try workspace.beginGesture(start, in: index, at: at, pointer: pointer, modifiers: modifiers)
            var writer = JSONWriter()
            writer.gesture(state, GestureForm.replied(workspace[index]), workspace.document)
            return Result(gesture: kind.rawValue, preview: JSONText(trusted: writer.take()))
        }
    }

    private func start() throws(Failure) -> GestureStart {
        switch kind {
        case .drag: return .drag(nodes: nodes)
        case .connect:
            if handle != nil && node == nil { throw .invalidParams("a handle is named with its node", path: "/handle") }
            return .connect(node: node, handle: handle)
        case .reconnect:
            guard let edge, let end else { throw .invalidParams("a reconnect has `edge` and `end`") }
            return .reconnect(edge: edge, end: end)
        case .resize:
            guard let node, let corner else { throw .invalidParams("a resize has `node` and `corner`") }
            return .resize(node: node, handle: corner)
        case .scale:
            guard let corner else { throw .invalidParams("a scale has `corner`") }
            return .scale(nodes: nodes, handle: corner)
        case .waypoint:
            if index != nil && edge == nil { throw .invalidParams("an index is named with its edge", path: "/index") }
            return .waypoint(edge: edge, index: index)
        case .label: return .label(edge: edge)
        case .marquee: return .marquee(op: op, mode: mode, of: of)
        case .lasso: return .lasso(op: op, mode: mode, of: of)
        case .cut: return .cut
        case .pan: return .pan(isElastic: false)
        }
    }
}
