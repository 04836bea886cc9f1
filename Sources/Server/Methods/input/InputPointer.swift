import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Forwards what a mouse, a finger or a pen did.
struct InputPointer: InputMethod {
    var view = Identifier("")
    var phase = PointerEvent.Phase.move
    var id = 0
    var kind = PointerKind.mouse
    var at = Point.zero
    var button = 0
    var buttons: Int?
    var modifiers: Modifiers = []
    var pressure: Double?
    var time: Double?

    static let name = "input/pointer"
    static let summary =
        "Forwards what a mouse, a finger or a pen did; taps, long presses, drags and pinches are recognised."
    static let failures: [Failure.Kind] = [.noSuchView, .limits] + MethodTable.gestureFailures
    static let params = Shape.object(
        "", "", initial: InputPointer(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("phase", \.phase, .choice(of: PointerEvent.Phase.self), "what happened"),
            .required("id", \.id, .integer, "distinguishes pointers while they are down"),
            .defaulted("kind", \.kind, .choice(of: PointerKind.self), "what points", default: "mouse"),
            .required("at", \.at, .point, "screen point"),
            .defaulted("button", \.button, .integer, "as in the DOM: 0 main, 1 middle, 2 menu", default: "0"),
            .optional("buttons", \.buttons, .integer, "those that are down, as in the DOM"),
            .defaulted("modifiers", \.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .optional("pressure", \.pressure, .number(in: 0...1), "how hard a pen presses"),
            .time(\.time),
        ]
    ).withFastPath { cursor in quick(&cursor) }
    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        if request.id == nil, session.wait(with: self, into: &outbox) { return }
        try session.answer(self, to: request, into: &outbox)
    }

    func receive(in workspace: inout Workspace, _ view: Int, at time: Double) throws(EditError) -> InputAnswer {
        try workspace.receive(event(at: time), in: view, cause: InputPointer.name)
    }

    func event(at time: Double) -> PointerEvent {
        PointerEvent(phase, id: id, kind: kind, at: at, button: button, modifiers: modifiers, time: time)
    }
}

extension InputPointer {
    /// Fast path: the parameters, if they have the order of the table and the usual spelling.
    private static func quick(_ cursor: inout JSONCursor) -> InputPointer? {
        var scanner = CompactScanner(cursor)
        guard scanner.takes(#"{"view":""#), let view = scanner.takeName(), view.count <= 15,
            scanner.takes(#","phase":""#), let phase = quickPhase(&scanner), scanner.takes(#","id":"#),
            let id = scanner.takeValidNumber().flatMap({ Int(exactly: $0) })
        else { return nil }
        var pointer = InputPointer(phase: phase, id: id)
        if scanner.takes(#","kind":""#) {
            guard let kind = quickKind(&scanner) else { return nil }
            pointer.kind = kind
        }
        guard scanner.takes(#","at":{"x":"#), let x = scanner.takeValidNumber(), scanner.takes(#","y":"#),
            let y = scanner.takeValidNumber(), scanner.takes("}")
        else { return nil }
        if scanner.takes(#","button":"#) {
            guard let button = scanner.takeValidNumber().flatMap({ Int(exactly: $0) }) else { return nil }
            pointer.button = button
        }
        if scanner.takes(#","buttons":"#) {
            guard let buttons = scanner.takeValidNumber().flatMap({ Int(exactly: $0) }) else { return nil }
            pointer.buttons = buttons
        }
        if scanner.takes(#","modifiers":"#), !scanner.takes("[]") { return nil }
        if scanner.takes(#","time":"#) {
            guard let time = scanner.takeValidNumber() else { return nil }
            pointer.time = time
        }
        guard scanner.takes("}") else { return nil }
        cursor.index = scanner.index
        pointer.view = Identifier(utf8: view.spelling)
        pointer.at = Point(x: x, y: y)
        return pointer
    }

    @inline(__always)
    private static func quickPhase(_ scanner: inout CompactScanner) -> PointerEvent.Phase? {
        if scanner.takes(#"move""#) { return .move }
        if scanner.takes(#"down""#) { return .down }
        return scanner.takes(#"up""#) ? .up : nil
    }

    @inline(__always)
    private static func quickKind(_ scanner: inout CompactScanner) -> PointerKind? {
        if scanner.takes(#"mouse""#) { return .mouse }
        if scanner.takes(#"touch""#) { return .touch }
        return scanner.takes(#"pen""#) ? .pen : nil
    }
}
