import Geometry
import Graph
import Interaction
import Wire

/// A request of the server to the client: whether something may be done that the rules allow.
enum ClientRequest: Sendable, CaseIterable {
    case canConnect
    case acceptDrop

    init(_ subject: ClientQuestion.Subject) {
        switch subject {
        case .connection: self = .canConnect
        case .drop: self = .acceptDrop
        }
    }

    var name: String {
        switch self {
        case .canConnect: "client/canConnect"
        case .acceptDrop: "client/acceptDrop"
        }
    }

    /// The summary, in one sentence of the reference.
    var summary: String {
        switch self {
        case .canConnect:
            "Whether an edge may be made or moved that the rules allow. Sent to clients with the capability `canConnect`."
        case .acceptDrop:
            "Whether something may be dropped that the rules allow. Sent to clients with the capability `acceptDrop`."
        }
    }

    var params: Schema {
        switch self {
        case .canConnect:
            .object(
                [
                    Schema.Member(name: "document", schema: .string(), isRequired: true, doc: "which"),
                    Schema.Member(
                        name: "view", schema: .string(), isRequired: false,
                        doc: "where the edge is drawn, or that an edit comes from"),
                    Schema.Member(
                        name: "edge", schema: .proposedEdge, isRequired: true,
                        doc: "an Edge as it would be; a new one has no id unless the edit names one"),
                ], isOpen: false)
        case .acceptDrop:
            .object(
                [
                    Schema.Member(name: "view", schema: .string(), isRequired: true, doc: "over which"),
                    Schema.Member(
                        name: "at", schema: Shape<Point>.point.schema, isRequired: true, doc: "screen point"),
                    Schema.Member(
                        name: "target", schema: Shape<ElementReference>.elementReference.schema,
                        isRequired: false,
                        doc: "the element that would take it; absent for the canvas"),
                    Schema.Member(
                        name: "types", schema: .array(of: .string()), isRequired: true, doc: "its media types"),
                ], isOpen: false)
        }
    }

    /// The answer of the client.
    static let answer = Shape<ClientAnswer>(
        schema: verdict.schema,
        read: { (cursor) throws(ShapeError) in
            let verdict = try ClientRequest.verdict.read(&cursor)
            if verdict.allowed { return .allowed }
            let reason = verdict.reason.map {
                String(String.UnicodeScalarView($0.unicodeScalars.prefix(Limits.clientReason)))
            }
            return .refused(reason: reason)
        },
        write: { _, writer in writer.null() })

    private struct Verdict: Sendable {
        var allowed = false
        var reason: String?
    }

    private static let verdict = Shape<Verdict>.object(
        "ClientVerdict", "A client's answer to a question.", initial: Verdict(),
        members: [
            .required("allowed", \.allowed, .boolean, "whether it may be done"),
            .optional("reason", \.reason, .string, "why not, for people"),
        ], unknown: .ignored)

    /// Writes the request.
    func write(_ question: ClientQuestion, about document: String, id: Int, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("jsonrpc")
        writer.string("2.0")
        writer.name("id")
        writer.string("s\(id)")
        writer.name("method")
        writer.string(name)
        writer.name("params")
        writer.beginObject()
        switch question.subject {
        case .connection(let edge):
            writer.name("document")
            writer.string(document)
            view(question, into: &writer)
            writer.name("edge")
            writer.raw(edge)
        case .drop(let at, let target, let types):
            view(question, into: &writer)
            writer.name("at")
            writer.point(at)
            write(target, into: &writer)
            writer.name("types")
            writer.beginArray()
            for type in types { writer.string(type) }
            writer.endArray()
        }
        writer.endObject()
        writer.endObject()
    }

    private func view(_ question: ClientQuestion, into writer: inout JSONWriter) {
        guard let view = question.view else { return }
        writer.name("view")
        writer.string(view)
    }

    private func write(_ target: ClientQuestion.Target, into writer: inout JSONWriter) {
        let (kind, id): (StaticString, Identifier)
        switch target {
        case .canvas: return
        case .node(let node): (kind, id) = ("node", node)
        case .edge(let edge): (kind, id) = ("edge", edge)
        }
        writer.name("target")
        writer.beginObject()
        writer.name(kind)
        writer.string(id.string)
        writer.endObject()
    }
}
