import Editing
import Graph
import Interaction
import Wire

/// Replaces a part of a text in the data of a node.
struct TextReplace: EditMethod {
    var node = Identifier("")
    var path = ""
    var from = 0
    var to = 0
    var text = ""
    var revision: Int?

    struct Outcome: Sendable {
        var operations: [TextOperation]?
        var changes: [SentTextChange]?
    }

    static let name = "text/replace"
    static let label = "Typing"
    static let summary =
        "Replaces a part of a string or a rich text (`{text, runs}`) in the data of a node; the runs follow."
    static let initial = TextReplace()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue, .invalidData]
    static let members: [Member<TextReplace>] = [
        .required("node", \.node, .identifier, "whose data hold the text"),
        .required("path", \.path, .string, "a JSON Pointer into `data` to the string or the rich text"),
        .required("from", \.from, .integer, "where the part begins, in Unicode scalars"),
        .required("to", \.to, .integer, "where it ends; equal to `from` where text is only put in"),
        .required("text", \.text, .string, "what comes in its place"),
        .optional(
            "revision", \.revision, .integer,
            "the revision for which the position is meant; later changes of the text are kept"),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .optional(
            "operations", \.operations, .array(of: TextOperation.shape),
            "with `revision`: the performed changes; several if others have written in the part"),
        .optional(
            "changes", \.changes, .array(of: SentTextChange.shape),
            "with `revision`: the changes of the text since, before this one; absent if there are none"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        guard let pointer = JSONPointer(path) else {
            throw .invalid("`path` is a JSON Pointer: empty, or beginning with /", path: ["path"])
        }
        let placed = try transaction.replaceText(node, at: pointer, from: from, to: to, with: text, asOf: revision)
        if revision == nil { return Outcome() }
        return Outcome(
            operations: TextOperation.list(of: placed.change),
            changes: placed.others.isEmpty ? nil : placed.others.map { SentTextChange($0) })
    }
}
