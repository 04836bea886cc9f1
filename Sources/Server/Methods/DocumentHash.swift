import Editing
import Formats
import Graph
import Interaction
import Wire

/// Gives a number that is equal for equal content.
struct DocumentHash: ReturningMethod {
    var document = ""

    struct Result: Sendable {
        var revision = 0
        var hash = ""
    }

    static let name = "document/hash"
    static let summary =
        "Gives a hash of the content: equal for equal content, order included, by whatever edits it was reached."
    static let failures: [Failure.Kind] = [.noSuchDocument]
    static let params = Shape.object(
        "", "", initial: DocumentHash(), members: [.required("document", \.document, .string, "which")])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("revision", \.revision, .integer, "of the document"),
            .required("hash", \.hash, .string, "SHA-256 in hexadecimal"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        let editor = session.documents[try session.documentIndex(document)].editor
        return Result(revision: editor.revision, hash: editor.document.contentHash())
    }
}
