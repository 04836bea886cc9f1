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
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        guard let pointer = JSONPointer(path) else {
            throw .invalid("`path` is a JSON Pointer: empty, or beginning with /", path: ["path"])
        }
        try transaction.replaceText(node, at: pointer, from: from, to: to, with: text)
        return Nothing()
    }
}
