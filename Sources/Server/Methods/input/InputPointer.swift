import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Forwards an event of a mouse, a finger or a pen.
struct InputPointer: InputMethod, FrequentMethod {
    var view = Identifier("")
    /// Its time is set when it is received.
    var event = PointerEvent(.move, id: 0, at: .zero, time: 0)
    var time: Double?

    static let name = "input/pointer"
    static let summary =
        "Forwards an event of a mouse, a finger or a pen; taps, long presses, drags and pinches are recognized."
    static let failures: [Failure.Kind] = [.noSuchView, .invalidValue, .limits]
    static let params = Shape.object(
        "", "", initial: InputPointer(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .required("phase", \.event.phase, .choice(of: PointerEvent.Phase.self), "what happened"),
            .required("id", \.event.id, .integer, "distinguishes pointers while they are down"),
            .defaulted("kind", \.event.kind, .choice(of: PointerKind.self), "the pointing device", default: "mouse"),
            .required("at", \.event.at, .point, "screen point"),
            .defaulted("button", \.event.button, .integer, "as in the DOM: 0 main, 1 middle, 2 menu", default: "0"),
            .optional(
                "buttons", \.event.buttons, .integer,
                "those that are down, as in the DOM; a move of a mouse or a pen with 0 ends a press whose release was lost"
            ),
            .defaulted("modifiers", \.event.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .optional(
                "pressure", \.event.pressure, .number(in: 0...1), "how hard a pen presses, for events of the view"),
            .time(\.time),
        ])

    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        if request.id == nil, session.wait(with: self, into: &outbox) { return }
        try session.answer(self, to: request, into: &outbox)
    }

    func receive(in workspace: inout Workspace, _ view: View.Slot, at time: Double) throws(EditError) -> InputAnswer {
        try workspace.receive(event(at: time), in: view, cause: InputPointer.name)
    }

    func event(at time: Double) -> PointerEvent {
        var event = event
        event.time = time
        return event
    }
}

extension InputPointer {
    /// A movement that has waited.
    init(_ move: WaitingMove) { self.init(view: move.view, event: move.event, time: move.stamp) }

    /// The parameters in the order of the table.
    static func take(_ scanner: inout CompactScanner) -> InputPointer? {
        guard scanner.takes("{"), let view = scanner.takeIdentifier(#""view":""#), scanner.takes(#","phase":""#),
            let phase = takePhase(&scanner), scanner.takes(#","id":"#), let id = takeInteger(&scanner)
        else { return nil }
        var pointer = InputPointer(view: view)
        (pointer.event.phase, pointer.event.id) = (phase, id)
        if scanner.takes(#","kind":""#) {
            guard let kind = takeKind(&scanner) else { return nil }
            pointer.event.kind = kind
        }
        guard scanner.takes(#","at":"#), let at = scanner.takePoint() else { return nil }
        pointer.event.at = at
        if scanner.takes(#","button":"#) {
            guard let button = takeInteger(&scanner) else { return nil }
            pointer.event.button = button
        }
        if scanner.takes(#","buttons":"#) {
            guard let buttons = takeInteger(&scanner) else { return nil }
            pointer.event.buttons = buttons
        }
        guard scanner.takesModifiers(&pointer.event.modifiers) else { return nil }
        if scanner.takes(#","pressure":"#) {
            guard let pressure = scanner.takeNumber(), pressure >= 0, pressure <= 1 else { return nil }
            pointer.event.pressure = pressure
            // Clients put the keys before the pressure, or behind it.
            guard scanner.takesModifiers(&pointer.event.modifiers) else { return nil }
        }
        if scanner.takes(#","time":"#) {
            guard let time = scanner.takeNumber() else { return nil }
            pointer.time = time
        }
        return scanner.takes("}") ? pointer : nil
    }

    @inline(__always)
    private static func takeInteger(_ scanner: inout CompactScanner) -> Int? {
        scanner.takeNumber().flatMap { Int(exactly: $0) }
    }

    @inline(__always)
    private static func takePhase(_ scanner: inout CompactScanner) -> PointerEvent.Phase? {
        if scanner.takes(#"move""#) { return .move }
        if scanner.takes(#"down""#) { return .down }
        return scanner.takes(#"up""#) ? .up : nil
    }

    @inline(__always)
    private static func takeKind(_ scanner: inout CompactScanner) -> PointerKind? {
        if scanner.takes(#"mouse""#) { return .mouse }
        if scanner.takes(#"touch""#) { return .touch }
        return scanner.takes(#"pen""#) ? .pen : nil
    }
}
