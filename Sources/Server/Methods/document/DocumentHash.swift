import Editing
import Graph
import Interaction
import Wire

/// Returns a number that is equal for equal content.
struct DocumentHash: ReturningMethod {
    var document = ""

    struct Result: Sendable {
        var revision = 0
        var hash = ""
    }

    static let name = "document/hash"
    static let summary =
        "Returns a hash of the content. It is equal for equal content, order included, whichever edits led there."
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
        let workspace = try session.documents.document(document).workspace
        return Result(revision: workspace.revision, hash: workspace.document.contentHash())
    }
}
