import Editing
import Graph
import Interaction
import Wire

/// Returns a number that is equal for equal content.
struct DocumentHash: Method {
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

    /// Answers the request; the hash of a large document is computed in a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let workspace = try session.documents.document(key).workspace
        let (document, revision) = (workspace.document, workspace.revision)
        try session.answer(
            request, on: key, as: shape, followed: nil, isLong: document.elementCount > Limits.jobElements,
            into: &outbox
        ) { (watch) throws(Failure) in
            if !watch(0) { throw .cancelled("stopped") }
            return Result(revision: revision, hash: document.contentHash())
        }
    }
}
