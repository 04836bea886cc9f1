import Graph
import Interaction
import Wire

// The refusal of an input: in the reply, as the outcome of a gesture, and as an event of the view.

extension Refusal {
    /// The members that the reply and the event have; those of an error with the same cause have the same names.
    static let members = [
        Schema.Member(name: "reason", schema: .string(), isRequired: true, doc: "the name of the error"),
        Schema.Member(name: "message", schema: .string(), isRequired: true, doc: "the same in words"),
        Schema.Member(
            name: "setting", schema: .string(), isRequired: false,
            doc: "the setting, or the flag of the elements, that is off"),
        Schema.Member(
            name: "nodes", schema: .array(of: .string()), isRequired: false, doc: "the nodes concerned"),
        Schema.Member(
            name: "edges", schema: .array(of: .string()), isRequired: false, doc: "the edges concerned"),
        Schema.Member(
            name: "path", schema: .oneOf([.string(), .array(of: .string())]), isRequired: false,
            doc: "the nodes of the cycle that an edge would close"),
        Schema.Member(
            name: "problems", schema: .array(of: Shape.dataProblem.schema), isRequired: false,
            doc: "what does not fit the schema of the data"),
        Schema.Member(
            name: "claimant", schema: claimant, isRequired: false,
            doc: "claimed: the view whose gesture has the elements"),
        Schema.Member(
            name: "at", schema: Shape.point.schema, isRequired: true, doc: "the place of the input, screen point"),
    ]

    static let claimant = Schema.named(
        "Claimant", "The view whose gesture has elements.",
        .object(
            [
                Schema.Member(name: "view", schema: .id, isRequired: true, doc: "its id"),
                Schema.Member(name: "name", schema: .string(), isRequired: false, doc: "of its user"),
                Schema.Member(name: "color", schema: .string(), isRequired: false, doc: "of its pointer, for CSS"),
            ], isOpen: false))

    /// Writes them into an open object.
    func writeMembers(into writer: inout JSONWriter) {
        let failure = Failure(error)
        writer.name("reason")
        writer.string(failure.reason ?? "")
        writer.name("message")
        writer.string(failure.message)
        failure.writeOffenders(into: &writer)
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
