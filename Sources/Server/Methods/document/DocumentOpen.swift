import Editing
import Formats
import Graph
import Interaction
import Storage
import Wire

/// Opens a document from a file or a text.
struct DocumentOpen: ReturningMethod {
    var path: String?
    var text: String?
    var format: String?
    var document: String?
    var replica: String?

    static let name = "document/open"
    static let summary = "Opens a document from a file or a text; what cannot be kept is reported as losses."
    static let failures: [Failure.Kind] = [.alreadyOpen, .invalidValue, .path, .format, .limits]
    static let params = Shape.object(
        "", "", initial: DocumentOpen(),
        members: [
            .optional("path", \.path, .string, "of the file, from the server's folder"),
            .optional("text", \.text, .string, "the content itself, in place of a path"),
            .optional(
                "format", \.format, .string,
                "nodewire, reactFlow, swiftFlow, mermaid, dot, tree or swiftType; if left out, it is recognized by the content"
            ),
            .optional("document", \.document, .string, "its name; generated if left out"),
            .optional(
                "replica", \.replica, .string,
                "a name that is put into every generated id, and stamps every change; `\\w{1,32}`"),
        ])
    static let result = DocumentSummary.shape

    func perform(in session: inout Session) throws(Failure) -> DocumentSummary {
        if (path == nil) == (text == nil) { throw .invalidParams("either `path` or `text`") }
        let stated: Format?
        do throws(EditError) {
            stated = try format.map(Format.readable)
        } catch {
            throw Failure(error)
        }
        if let replica, !Stamp.isReplica(replica) {
            throw Failure(
                .invalidValue, "a replica's name is 1 to 32 letters, digits and underscores", path: "/replica")
        }
        let name = try session.nameForDocument(document)
        var outcome: Outcome = .failure(Failure(.path, "nothing was read"))
        var version: FileVersion?
        if let path {
            version = try session.read(path) { [forkJoin = session.forkJoin] in
                outcome = DocumentOpen.read($0, stated, forkJoin)
            }
        } else if var text {
            outcome = text.withUTF8 { DocumentOpen.read($0, stated, session.forkJoin) }
        }
        var (made, losses, format) = try outcome.get()
        if let replica { made.prefixIDs(replica) }
        var open = OpenDocument(name: name, workspace: Workspace(made))
        if let replica { open.workspace.beginStamps(replica: replica) }
        open.path = path
        open.version = version
        open.isSavable = path != nil && format.isSaved
        open.unacceptedLosses = losses.count
        open.workspace.refresh(with: session.forkJoin)
        let index = session.add(open)
        var summary = DocumentSummary(session.documents[index])
        summary.losses = losses
        summary.recovered = 0
        return summary
    }

    private typealias Outcome = Swift.Result<(document: Document, losses: [Loss], format: Format), Failure>

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ stated: Format?, _ forkJoin: ForkJoin
    ) -> Outcome {
        do throws(EditError) {
            return .success(try FileText.read(bytes, as: stated, with: forkJoin))
        } catch {
            var error = error
            error.path = []
            return .failure(Failure(error))
        }
    }
}

extension Session {
    /// Reads a file within its limits.
    func read(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(Failure) -> FileVersion {
        do throws(FileError) {
            return try files.withContents(of: path, limit: Limits.fileBytes, body)
        } catch {
            throw Failure(error)
        }
    }
}
