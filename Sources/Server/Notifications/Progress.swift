import Wire

/// `$/progress`: long work begins and ends, as the work done progress of LSP 3.17.
enum Progress {
    enum Kind: String, CaseIterable, Sendable { case begin, end }

    static let notification = ServerNotification(
        name: "$/progress",
        summary: "The work of a request with a `progressToken` begins or ends; the end comes before the reply.",
        params: .object(
            [
                Schema.Member(
                    name: "token", schema: ProgressToken.shape.schema, isRequired: true, doc: "of the request"),
                Schema.Member(name: "value", schema: value, isRequired: true, doc: "what happens"),
            ], isOpen: false))

    private static let value = Schema.named(
        "ProgressValue", "That long work begins or ends.",
        .object(
            [
                Schema.Member(
                    name: "kind", schema: .choice(Kind.allCases.map(\.rawValue)), isRequired: true,
                    doc: "which of the two")
            ], isOpen: false))

    static func write(_ kind: Kind, _ token: ProgressToken, into writer: inout JSONWriter) {
        writer.notification("$/progress")
        writer.beginObject()
        writer.name("token")
        ProgressToken.shape.write(token, &writer)
        writer.name("value")
        writer.beginObject()
        writer.name("kind")
        writer.string(kind.rawValue)
        writer.endObject()
        writer.endObject()
        writer.endObject()
    }
}

/// Identifies the progress of a request to the client.
enum ProgressToken: Sendable {
    case text(String)
    case number(Int)

    static let shape = Shape<ProgressToken>(
        schema: .named(
            "ProgressToken", "Identifies the progress of a request to the client.", .oneOf([.string(), .integer()])),
        read: { (cursor) throws(ShapeError) in
            switch cursor.peek() {
            case .string: .text(try cursor.readString())
            case .number: .number(try cursor.readInteger())
            default: throw ShapeError("expected a string or an integer")
            }
        },
        write: { token, writer in
            switch token {
            case .text(let text): writer.string(text)
            case .number(let number): writer.integer(number)
            }
        })
}
