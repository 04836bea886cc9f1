import Graph
import Interaction
import Wire

// The refusal of an input: in the reply, as the outcome of a gesture, and as an event of the view.

extension Refusal {
    /// The members that the reply and the event have; those of an error with the same cause have the same names.
    static let members =
        [
            Schema.Member(name: "reason", schema: .string(), isRequired: true, doc: "the name of the error"),
            Schema.Member(name: "message", schema: .string(), isRequired: true, doc: "the same in words"),
        ]
        + parts.filter { $0 != .cycle }.map { part in
            var member = part.member(isRequired: false).schema
            if part == .path {
                member.schema = .oneOf([member.schema, .array(of: .id)])
                member.doc = "the nodes of the cycle that an edge would close; else a JSON Pointer"
            }
            return member
        }
        + [
            Schema.Member(
                name: "at", schema: Shape.point.schema, isRequired: true, doc: "the place of the input, screen point")
        ]

    /// The members that it shares with errors.
    private static let parts = Failure.Part.allCases.filter { $0 != .index && $0 != .document && $0 != .losses }

    /// Writes them into an open object.
    func writeMembers(into writer: inout JSONWriter) {
        let failure = Failure(error)
        writer.name("reason")
        writer.string(failure.reason)
        writer.name("message")
        writer.string(failure.message)
        failure.write(Refusal.parts, into: &writer)
        writer.name("at")
        writer.point(at)
    }
}

extension Shape where Value == Refusal {
    /// The refusal of an input, which is only written.
    static let refusal = Shape(
        schema: .named("Refusal", "The reason why an input did nothing.", .object(Refusal.members, isOpen: false)),
        read: { (cursor) throws(ShapeError) in throw cursor.wrongKind("nothing") },
        write: { refusal, writer in
            writer.beginObject()
            refusal.writeMembers(into: &writer)
            writer.endObject()
        })
}
