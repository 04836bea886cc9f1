import Graph
import Wire

/// A change of a text as clients are sent it, with the revision that it led to.
struct SentTextChange: Sendable {
    var revision = 0
    var operations: [TextOperation]?
    var text: String?

    /// A change that is known.
    init(_ change: TextLog.Change) {
        revision = change.revision
        operations = TextOperation.list(of: change.change)
    }

    /// The text at a revision, if its changes are not known; nil if there is none.
    init(revision: Int = 0, text: String? = nil) {
        self.revision = revision
        self.text = text
    }

    static let shape = Shape.object(
        "TextChange", "A change of a text, by operations, or as the text that there is after it.",
        initial: SentTextChange(),
        members: [
            .required("revision", \.revision, .integer, "of the document, after it"),
            .optional(
                "operations", \.operations, .array(of: TextOperation.shape),
                "performed in turn; from the back to the front, so that none moves another"),
            .optional(
                "text", \.text, .string,
                "the whole text, if it was just opened or its changes are not known; without this and `operations` the text is gone"
            ),
        ])
}

/// A replacement of a part of a text.
struct TextOperation: Sendable {
    var from = 0
    var to = 0
    var text = ""

    /// The operations that make a change: from the back to the front.
    static func list(of change: TextChange) -> [TextOperation] {
        change.parts.reversed().map { part in
            TextOperation(from: part.from, to: part.to, text: String(String.UnicodeScalarView(part.text)))
        }
    }

    static let shape = Shape.object(
        "TextOperation", "The replacement of a part of a text.", initial: TextOperation(),
        members: [
            .required("from", \.from, .integer, "where the part begins, in Unicode scalars"),
            .required("to", \.to, .integer, "where it ends; equal to `from` where text is only put in"),
            .required("text", \.text, .string, "what comes in its place"),
        ])
}

extension Shape where Value == [SentTextChange] {
    static let typed = Shape.array(of: SentTextChange.shape)
}
