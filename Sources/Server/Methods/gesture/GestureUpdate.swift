import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Follows the pointer in a gesture.
struct GestureUpdate: FrequentMethod {
    var view = Identifier("")
    var at: Point?
    var node: Identifier?
    var handle: Identifier?
    var modifiers: Modifiers = []
    var time: Double?

    static let name = "gesture/update"
    static let summary = "Moves the pointer of a gesture to a point of the screen, or a draft to a handle."
    static let failures: [Failure.Kind] = [
        .noSuchView, .noGesture, .noSuchNode, .noSuchHandle, .nothingThere, .switchedOff,
    ]
    static let params = Shape.object(
        "", "", initial: GestureUpdate(),
        members: [
            .required("view", \.view, .identifier, "in which"),
            .optional("at", \.at, .point, "screen point; left out only with `node`"),
            .optional(
                "node", \.node, .identifier, "connect, reconnect: where the edge would end, wherever the pointer is"),
            .optional("handle", \.handle, .identifier, "the handle there; without it the first that ends an edge"),
            .defaulted("modifiers", \.modifiers, .modifiers, "the keys that are held", default: "[]"),
            .optional("time", \.time, .number, "milliseconds since any origin"),
        ])
    static let result = Shape.writtenByMethod(
        .object(
            [
                Schema.Member(
                    name: "preview", schema: GestureMembers.replied, isRequired: true,
                    doc: "its effect if it ended now")
            ], isOpen: false))

    static func take(_ scanner: inout CompactScanner) -> GestureUpdate? {
        let start = scanner.index
        if let place = scanner.takePlace() { return GestureUpdate(view: place.view, at: place.at) }
        scanner.index = start
        return takeWhole(&scanner)
    }

    /// The parameters in the order of the table, with keys and time.
    private static func takeWhole(_ scanner: inout CompactScanner) -> GestureUpdate? {
        guard scanner.takes("{"), let view = scanner.takeIdentifier(#""view":""#), scanner.takes(#","at":"#),
            let at = scanner.takePoint()
        else { return nil }
        var update = GestureUpdate(view: view, at: at)
        guard scanner.takesModifiers(&update.modifiers) else { return nil }
        if scanner.takes(#","time":"#) {
            guard let time = scanner.takeNumber() else { return nil }
            update.time = time
        }
        return scanner.takes("}") ? update : nil
    }

    /// Moves are frequent, so the preview is written directly into the outgoing bytes.
    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        if at == nil && node == nil { throw .invalidParams("`at` or `node` is needed", path: "/at") }
        if node == nil && handle != nil { throw .invalidParams("a handle is named with its node", path: "/handle") }
        session.sessionTime(ofStamp: time, into: &outbox)
        let (state, form, document) = try session.withView(view) { (workspace, index) throws(EditError) in
            let state =
                if let node {
                    try workspace.updateGesture(in: index, node: node, handle: handle)
                } else {
                    try workspace.updateGesture(in: index, at: at ?? .zero, modifiers: modifiers)
                }
            return (state, GestureForm.replied(workspace, index), workspace.document)
        }
        session.announce(into: &outbox)
        request.reply(into: &outbox) { writer in
            writer.beginObject()
            writer.name("preview")
            writer.gesture(state, form, document)
            writer.endObject()
        }
    }
}
