import Editing
import Graph
import Interaction
import Storage
import Wire

/// An import on its own: from a text or a file, into a document or into a new one.
struct ImportCall: Method {
    var document: String?
    var path: String?
    var text: String?
    var progressToken: ProgressToken?
    var call = EditCall<DocumentImport>()

    typealias Done = EditCall<DocumentImport>.Result

    struct Result: Sendable {
        var document = ""
        var done = Done()
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
                    "progressToken", \.progressToken, ProgressToken.shape, "for notifications of its progress")
            ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [.required("document", \.document, .string, "its name in this conversation")]
            + EditCall<DocumentImport>.resultMembers.map { $0.inside(\.done) })

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        if (path == nil) == (text == nil) { throw .invalidParams("either `path` or `text`") }
        if let document {
            try add(to: document, in: &session, request, as: shape, into: &outbox)
        } else {
            try makeDocument(in: &session, request, as: shape, into: &outbox)
        }
    }

    // MARK: Into a document

    /// Adds the elements that were read; long reading or layout of trees is a job.
    private func add(
        to document: String, in session: inout Session, _ request: Request, as shape: Shape<Result>,
        into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let (before, scene, revision) = try session.documents.edit(key) { (open) throws(EditError) in
            (open.workspace.content.documentToEdit(), open.workspace.scene, open.workspace.revision)
        }
        let bytes = try bytes(in: &session)
        var isLong = bytes.count > Self.longText
        if call.edit.replace && before.elementCount > Limits.jobElements { isLong = true }
        var call = call
        call.document = document
        if !isLong {
            call.edit.content = try content(of: bytes, session.forkJoin)
            isLong = call.edit.isLong
        }
        let followed = FollowedWork(progressToken, DocumentImport.label, isMeasured: true)
        // What replaces all, or is laid out among what is there, can only be refused after an edit.
        let isDecided = call.edit.replace || call.edit.isLong
        let premise = isDecided ? JobQueue.Premise(failure: Self.changed) { { _, _ in false } } : nil
        try session.answer(request, on: key, premise, followed: followed, isLong: isLong, into: &outbox) {
            [self, call, isLong] (watch) throws(Failure) in
            var call = call
            if call.edit.content == nil { call.edit.content = try content(of: bytes, .serial) }
            if !isLong { return call }
            if !watch(0) { throw .cancelled("stopped") }
            do throws(EditError) {
                if call.edit.isLong { call.edit.plan = try call.edit.plan(in: before, watch) }
            } catch {
                throw Failure(error)
            }
            return try call.prepared(on: before, scene)
        } then: { (call, session, request, outbox) throws(Failure) in
            let now = try session.documents.document(key).workspace.revision
            if now != revision, call.edit.isLong || call.edit.replace { throw Self.changed }
            let done = try call.perform(in: &session, on: key)
            session.announce(into: &outbox)
            request.reply(into: &outbox) { shape.write(Result(document: document, done: done), &$0) }
        }
    }

    private static var changed: Failure {
        .modified("the document has changed while the text was read and laid out: import it again")
    }

    /// The number of bytes above which a text is read in a job: about those of as many elements.
    private static let longText = FoundContent.elementBytes * Limits.jobElements

    // MARK: Into a new document

    /// Makes a document that is unknown before the reply; if it takes long, in a job.
    private func makeDocument(
        in session: inout Session, _ request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        if let view = call.view {
            _ = try session.documents.location(of: view)
            throw Failure(.noSuchView, "view \"\(view)\" does not look at the new document")
        }
        try session.documents.refuseMore(than: session.limits.documents)
        let bytes = try bytes(in: &session)
        var isLong = bytes.count > Self.longText
        var call = call
        call.edit.rules = call.edit.rules ?? .report
        if !isLong {
            call.edit.content = try content(of: bytes, session.forkJoin)
            isLong = call.edit.isLong
        }
        var workspace = Workspace(Document())
        session.limits.apply(to: &workspace, session.clock.source)
        let followed = FollowedWork(progressToken, DocumentImport.label, isMeasured: true)
        try session.answer(request, on: nil, followed: followed, isLong: isLong, into: &outbox) {
            [self, call, workspace] (watch) throws(Failure) in
            var (call, workspace) = (call, workspace)
            if call.edit.content == nil { call.edit.content = try content(of: bytes, .serial) }
            if !watch(0) { throw .cancelled("stopped") }
            do throws(EditError) {
                try call.edit.layOutNew(watch)
                let done = try call.perform(in: &workspace)
                // The client does not know the document yet: it hears of it by the reply.
                workspace.content.forgetCommits()
                return (workspace, done)
            } catch {
                throw Failure(error)
            }
        } then: { (made: (workspace: Workspace, done: Done), session, request, outbox) throws(Failure) in
            let name = try session.documents.nameForDocument(nil, atMost: session.limits.documents)
            _ = session.add(OpenDocument(name: name, workspace: made.workspace, durability: session.client.durability))
            session.announce(into: &outbox)
            request.reply(into: &outbox) { shape.write(Result(document: name, done: made.done), &$0) }
        }
    }

    // MARK: What is read

    /// Returns the bytes of the text or the file.
    private func bytes(in session: inout Session) throws(Failure) -> [UInt8] {
        guard let path else { return Array((text ?? "").utf8) }
        var bytes: [UInt8] = []
        _ = try session.contents.read(path) { text, _ in bytes = Array(text) }
        return bytes
    }

    private func content(of bytes: [UInt8], _ forkJoin: ForkJoin) throws(Failure) -> DocumentImport.Content {
        do throws(EditError) {
            return try bytes.withUnsafeBufferPointer { call.edit.reading(of: $0, forkJoin) }.get()
        } catch {
            var error = error
            if path != nil && error.path == ["text"] { error.path = ["path"] }
            throw Failure(error)
        }
    }
}
