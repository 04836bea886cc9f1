import Editing
import Formats
import Graph
import Interaction
import Storage
import Wire

/// An import on its own: from a text or a file, into a document or into a new one.
struct ImportCall: ReturningMethod {
    var document: String?
    var path: String?
    var text: String?
    var progressToken: ProgressToken?
    var call = EditCall<DocumentImport>()

    struct Result: Sendable {
        var document = ""
        var done = EditCall<DocumentImport>.Result()
    }

    static let name = DocumentImport.name
    static let summary = DocumentImport.summary
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchView, .path] + DocumentImport.failures
    static let params = Shape<ImportCall>.object(
        "", "", initial: ImportCall(),
        members: [
            .optional("document", \.document, .string, "which; if left out, a new one is made"),
            .optional("path", \.path, .string, "of a file, from the server's folder; not inside `document/edit`"),
            .optional("text", \.text, .string, "\(DocumentImport.textDoc), in place of a path"),
        ] + DocumentImport.options.map { $0.inside(\.call.edit) }
            + EditCall<DocumentImport>.ownMembers.map { $0.inside(\.call) } + [
                .optional(
                    "progressToken", \.progressToken, ProgressToken.shape, "to be notified when it begins and ends")
            ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [.required("document", \.document, .string, "its name in this conversation")]
            + EditCall<DocumentImport>.resultMembers.map { $0.inside(\.done) })

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        var read = self
        try read.read(in: &session)
        let before = try read.target(in: &session)
        let (document, revision) = (before?.document ?? Document(), before?.revision)
        try session.answer(request, progress: progressToken, isLong: read.call.edit.isLong, into: &outbox) {
            [read] (isStopped) throws(Failure) in
            if !read.call.edit.isLong { return nil }
            do throws(EditError) {
                return try read.call.edit.plan(in: document) { _ in !isStopped() }
            } catch {
                throw Failure(error)
            }
        } then: { [read] (plan: LayoutPlan?, session, request, outbox) throws(Failure) in
            if try read.target(in: &session)?.revision != revision {
                throw .modified("the document has changed while the trees were being laid out: import them again")
            }
            var call = read
            call.call.edit.plan = plan
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    /// The document that is named, and its revision.
    private func target(in session: inout Session) throws(Failure) -> (document: Document, revision: Int)? {
        guard let document else { return nil }
        let workspace = session.documents[try session.documentIndex(document)].workspace
        return (workspace.document, workspace.revision)
    }

    /// Reads what is to be imported, if it has not been read.
    private mutating func read(in session: inout Session) throws(Failure) {
        if (path == nil) == (text == nil) { throw .invalidParams("either `path` or `text`") }
        if let document { _ = try session.documentIndex(document) }
        if call.edit.content == nil { call.edit.content = try content(in: &session) }
    }

    func perform(in session: inout Session) throws(Failure) -> Result {
        var read = self
        try read.read(in: &session)
        return try read.add(in: &session)
    }

    private func add(in session: inout Session) throws(Failure) -> Result {
        var call = call
        call.document = if let document { document } else { try session.nameForDocument(nil) }
        if document != nil { return Result(document: call.document, done: try call.perform(in: &session)) }
        let index = session.add(OpenDocument(name: call.document, workspace: Workspace(Document())))
        do throws(Failure) {
            let done = try call.perform(in: &session)
            // The client does not know the document yet: it hears of it by the reply.
            _ = session.documents[index].workspace.takeCommits()
            return Result(document: call.document, done: done)
        } catch {
            session.removeDocument(index)
            throw error
        }
    }

    private func content(in session: inout Session) throws(Failure) -> DocumentImport.Content {
        var outcome: Swift.Result<DocumentImport.Content, EditError>?
        if let path {
            let edit = call.edit
            _ = try session.read(path) { [forkJoin = session.forkJoin] in outcome = edit.reading(of: $0, forkJoin) }
        }
        do throws(EditError) {
            if let outcome { return try outcome.get() }
            return try call.edit.read(text ?? "", with: session.forkJoin)
        } catch {
            var error = error
            if path != nil && error.path == ["text"] { error.path = ["path"] }
            throw Failure(error)
        }
    }
}
