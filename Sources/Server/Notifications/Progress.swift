import Wire

/// `$/progress`: the begin, the progress or the end of long work, like the work done progress of LSP 3.17.
enum Progress {
    enum Kind: String, CaseIterable, Sendable { case begin, report, end }

    static let notification = ServerNotification(
        name: "$/progress",
        summary:
            "The work of a request with a `progressToken` begins, goes on or ends; the end comes before the reply.",
        params: .object(
            [
                Schema.Member(
                    name: "token", schema: ProgressToken.shape.schema, isRequired: true, doc: "of the request"),
                Schema.Member(name: "value", schema: value, isRequired: true, doc: "what happens"),
            ], isOpen: false))

    private static let value = Schema.named(
        "ProgressValue", "How far long work has come.",
        .object(
            [
                Schema.Member(
                    name: "kind", schema: .choice(Kind.allCases.map(\.rawValue)), isRequired: true,
                    doc: "whether the work begins, goes on or ends"),
                Schema.Member(
                    name: "title", schema: .string(), isRequired: false, doc: "of `begin`: what is done, for people"),
                Schema.Member(
                    name: "percentage", schema: .integer(minimum: 0, maximum: 100), isRequired: false,
                    doc: "of `report`: how much is done; of `begin`: 0 if there may be reports"),
            ], isOpen: false))

    static func begin(_ work: FollowedWork, into writer: inout JSONWriter) {
        write(.begin, work, percent: work.isMeasured ? 0 : nil, into: &writer)
    }

    static func report(_ percent: Int, of work: FollowedWork, into writer: inout JSONWriter) {
        write(.report, work, percent: percent, into: &writer)
    }

    static func end(_ work: FollowedWork, into writer: inout JSONWriter) { write(.end, work, into: &writer) }

    private static func write(
        _ kind: Kind, _ work: FollowedWork, percent: Int? = nil, into writer: inout JSONWriter
    ) {
        writer.notification("$/progress")
        writer.beginObject()
        writer.name("token")
        ProgressToken.shape.write(work.token, &writer)
        writer.name("value")
        writer.beginObject()
        writer.name("kind")
        writer.string(kind.rawValue)
        if kind == .begin {
            writer.name("title")
            writer.string(work.title)
        }
        if let percent {
            writer.name("percentage")
            writer.integer(percent)
        }
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
