import Graph
import Interaction
import Wire

/// The schemas of errors on the wire.
enum ErrorSchema {
    /// The member `error` of a response.
    static let error = Schema.named(
        "ResponseError", "Why a request was refused; nothing was done.",
        .object(
            [
                member("code", .integer(), "one of the table of errors", isRequired: true),
                member("message", .string(), "one sentence for people", isRequired: true),
                member("data", data, "what programs read"),
            ], isOpen: false))

    /// The schema of the member `data` of an error.
    static let data = Schema.named(
        "ErrorData", "What programs read of an error.",
        .object(
            [
                member(
                    "reason", .choice(reasons),
                    "the name of the error; `connection.` and the rule that refuses an edge; `limits.` and what the message exceeds",
                    isRequired: true),
                member("nodes", .array(of: .id), "the nodes that cause it"),
                member("edges", .array(of: .id), "the edges that cause it"),
                member(
                    "path", .oneOf([.string(), .array(of: .id)]),
                    "a JSON Pointer into the parameters; of `connection.cycle` the nodes of the cycle"),
                member("index", .integer(minimum: 0), "document/edit: the place of the edit in the list"),
                member("setting", .string(), "the setting that switches it off"),
                member("limit", .string(), "the limit that a client may set"),
                member("problems", .array(of: Shape.dataProblem.schema), "what the edit would add"),
                member("claimant", Refusal.claimant, "claimed: the view whose gesture has the elements"),
                member("document", .string(), "the document that could not be saved by itself"),
            ], isOpen: false))

    private static let reasons =
        FailureEntry.all.map(\.name).filter { $0 != Failure.Kind.connectionRefused.name }
        + RuleEntry.all.map { "connection." + $0.name } + ["limits.reply", "limits.depth", "limits.batchMessages"]

    private static func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false)
        -> Schema.Member
    {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }
}
