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
        var edits: [DocumentEdit.Item] = []
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
                "edits", \.edits, .array(of: DocumentEdit.Item.shape), "for `document/edit`; none if nothing differs")
        ])

    /// Answers the request; the difference of large documents is a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let document = try session.documents.document(key).workspace.document
        let target = try session.content(other, for: self.document, path: "").document
        try session.answer(
            request, on: key, as: shape, followed: FollowedWork(progressToken, "Compare"),
            isLong: document.elementCount + target.elementCount > Limits.jobElements, into: &outbox
        ) { (watch) throws(Failure) in
            if !watch(0) { throw .cancelled("stopped") }
            do throws(EditError) {
                return Result(edits: try DocumentDifference.edits(from: document, to: target))
            } catch {
                throw Failure(error)
            }
        }
    }
}

extension Session {
    /// The document in a file or a text, of which one is given.
    ///
    /// - Parameter member: the parameter that has them.
    /// - Throws: `path`, `format`, `limits`.
    func content(path: String?, text: String?, of member: String) throws(Failure) -> Document {
        var outcome: Result<Document, EditError> = .success(Document())
        if let path, text == nil {
            do throws(Failure) {
                _ = try read(path) { [forkJoin] in outcome = Session.document(in: $0, forkJoin) }
            } catch {
                var error = error
                if error.path == "/path" { error.path = "/\(member)/path" }
                throw error
            }
        } else if var text, path == nil {
            outcome = text.withUTF8 { Session.document(in: $0, forkJoin) }
        } else {
            throw .invalidParams("either `path` or `text`", path: "/\(member)")
        }
        do throws(EditError) {
            return try outcome.get()
        } catch {
            var error = error
            if error.path == ["text"] { error.path = [member, path == nil ? "text" : "path"] }
            throw Failure(error)
        }
    }

    static func document(
        in text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) -> Result<Document, EditError> {
        do throws(EditError) {
            var content = try FileText.read(text, with: forkJoin)
            // As it is when it is opened.
            if content.isUnplaced { try content.document.layOutUnplaced() }
            return .success(content.document)
        } catch {
            return .failure(error)
        }
    }
}
