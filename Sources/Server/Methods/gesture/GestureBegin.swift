import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Begins a gesture.
struct GestureBegin: StampedMethod {
    var view = Identifier("")
    var kind = Name(rawValue: "drag")
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

    /// The name of a gesture that begins by name.
    struct Name: RawRepresentable, CaseIterable, Sendable {
        let rawValue: String

        static let allCases = GestureStart.names.map { Name(rawValue: $0) }
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
        .switchedOff, .claimed, .readOnly, .limits,
    ]
    static let params = Shape.object(
        "", "", initial: GestureBegin(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("kind", \.kind, .choice(of: Name.self), "which gesture"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("pointer", \.pointer, .choice(of: PointerKind.self), "whose reaches count", default: "mouse"),
            .defaulted("modifiers", \.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .optional("time", \.time, .number, "milliseconds since any origin"),
            .optional(
                "nodes", \.nodes, .array(of: .identifier),
                "drag, scale: these nodes; if left out, the one at the point; scale: the selected ones"),
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
            .required("preview", \.preview, .repliedGesture, "its effect if it ended now"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        guard let start = GestureStart(kind.rawValue, parameters) else { throw .invalidParams("no such gesture") }
        if let lack = start.lack {
            if let path = lack.path { throw .invalidParams(lack.message, path: path) }
            throw .invalidParams(lack.message)
        }
        return try session.withView(view) { (workspace, index) throws(EditError) in
            let state = try workspace.beginGesture(start, in: index, at: at, pointer: pointer, modifiers: modifiers)
            var writer = JSONWriter()
            writer.gesture(state, GestureForm.replied(workspace, index), workspace.document)
            return Result(gesture: kind.rawValue, preview: JSONText(trusted: writer.take()))
        }
    }

    private var parameters: GestureParameters {
        var parameters = GestureParameters()
        (parameters.nodes, parameters.node, parameters.handle) = (nodes, node, handle)
        (parameters.edge, parameters.end, parameters.index) = (edge, end, index)
        (parameters.corner, parameters.op, parameters.mode, parameters.of) = (corner, op, mode, of)
        return parameters
    }
}
