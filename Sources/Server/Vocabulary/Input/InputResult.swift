import Editing
import Graph
import Interaction
import Wire

/// The result of every input, written directly into the outgoing bytes.
enum InputResult {
    static let shape = Shape.writtenByMethod(
        .named(
            "InputResult", "The effect of an input.",
            .object(
                [
                    Schema.Member(
                        name: "gesture", schema: .string(), isRequired: false, doc: "the kind of the open gesture"),
                    Schema.Member(
                        name: "hit", schema: HitShape.schema, isRequired: false,
                        doc: "the hit under a pointer that was pressed, or that hovers"),
                    Schema.Member(
                        name: "accepted", schema: .boolean, isRequired: false, doc: "whether it may be dropped there"),
                    Schema.Member(
                        name: "pending", schema: .boolean, isRequired: false,
                        doc: "true until the client has said whether it may be dropped there"),
                    Schema.Member(
                        name: "action", schema: .choice(KeyCommand.performed), isRequired: false,
                        doc: "the command that a key performed; without it the key is left to the front end"),
                    Schema.Member(
                        name: "refused", schema: Shape.refusal.schema, isRequired: false,
                        doc: "why the input did nothing; also sent as an event of the view"),
                ], isOpen: false)))

    static func write(_ answer: InputAnswer, _ document: Document, into writer: inout JSONWriter) {
        writer.beginObject()
        if let gesture = answer.gesture {
            writer.name("gesture")
            writer.string(gesture)
        }
        if let hit = answer.hit {
            writer.name("hit")
            HitShape.write(hit, document, into: &writer)
        }
        if let accepted = answer.accepted {
            writer.name("accepted")
            writer.boolean(accepted)
        }
        if answer.isPending {
            writer.name("pending")
            writer.boolean(true)
        }
        if let action = answer.action {
            writer.name("action")
            writer.string(action)
        }
        if let refusal = answer.refusal {
            writer.name("refused")
            Shape.refusal.write(refusal, &writer)
        }
        writer.endObject()
    }
}

extension Member {
    /// Makes the member for the time when an input happened.
    static func time(_ path: WritableKeyPath<Root, Double?> & Sendable) -> Member {
        .optional("time", path, .number, "milliseconds since any origin; required with the client's clock")
    }
}

extension KeyCommand {
    /// The names of all commands that do something.
    fileprivate static let performed = allCases.filter { $0 != .nothing }.map(\.rawValue)
}
