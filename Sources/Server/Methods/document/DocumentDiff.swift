import Formats
import Graph
import Interaction
import Storage
import Wire

/// Finds the edits that lead from a document to other content.
struct DocumentDiff: Method {
    var document = ""
    var other = OtherContent()
    var progressToken: ProgressToken?

    struct Result: Sendable {
        var edits: [EditItem] = []
    }

    static let name = "document/diff"
    static let summary =
        "Returns the edits that lead from a document to other content: to the same `document/hash`."
    static let failures: [Failure.Kind] = [.noSuchDocument, .invalidValue, .path, .format, .limits]
    static let params = Shape.object(
        "", "", initial: DocumentDiff(),
        members: [
            .required("document", \.document, .string, "which"),
            .required("with", \.other, OtherContent.shape, "the other content"),
            .optional("progressToken", \.progressToken, ProgressToken.shape, "for notifications of its progress"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required(
                "edits", \.edits, .array(of: EditItem.shape), "for `document/edit`; none if nothing differs")
        ])

    /// Answers the request; the difference of large documents is a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let document = try session.documents.document(key).workspace.document
        let other = try other.content(for: self.document, path: "", in: session)
        try session.answer(
            request, on: key, as: shape, followed: FollowedWork(progressToken, "Compare"),
            isLong: document.elementCount + other.elementCount > Limits.jobElements, into: &outbox
        ) { (watch) throws(Failure) in
            let target = try other.document(.serial)
            if !watch(0) { throw .cancelled("stopped") }
            do throws(EditError) {
                return Result(edits: try DocumentDifference.edits(from: document, to: target))
            } catch {
                throw Failure(error)
            }
        }
    }
}
