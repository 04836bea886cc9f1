import Editing
import Graph
import Wire

/// The counts of a document that was just opened or made.
struct DocumentSummary: Sendable {
    var document = ""
    var revision = 0
    var nodes = 0
    var edges = 0
    var losses: [Loss]?
    var recovered: Int?

    init() {}

    init(_ open: OpenDocument) {
        document = open.name
        revision = open.editor.revision
        nodes = open.editor.document.nodes.count
        edges = open.editor.document.edges.count
    }

    static let shape = Shape.object(
        "DocumentSummary", "A document that was opened or made.", initial: DocumentSummary(),
        members: [
            .required("document", \.document, .string, "its name in this conversation"),
            .required("revision", \.revision, .integer, "grows by one with every change"),
            .required("nodes", \.nodes, .integer, "how many"),
            .required("edges", \.edges, .integer, "how many"),
            .optional("losses", \.losses, .array(of: Loss.shape), "what was held against its structure and left out"),
            .optional("recovered", \.recovered, .integer, "edits brought back from a journal"),
        ])
}

extension Loss {
    static let shape = Shape.object(
        "Loss", "Something that was left out, as it was written.",
        initial: Loss(kind: .document, id: nil, code: "", message: "", element: JSONText(trusted: Array("null".utf8))),
        members: [
            .required("kind", \.kind, .choice(of: Loss.Kind.self), "what kind of element"),
            .optional("id", \.id, .string, "of the element, if it has one"),
            .required("code", \.code, .string, "the name of the error"),
            .required("message", \.message, .string, "what is wrong"),
            .required("element", \.element, .text, "as it was written"),
        ])
}

/// Makes a document.
struct DocumentCreate: Method {
    var document: String?
    var content: JSONText?

    static let name = "document/create"
    static let summary = "Makes a document, empty or with the content given."
    static let failures: [Failure.Kind] = [.alreadyOpen, .limits]
    static let params = Shape.object(
        "", "", initial: DocumentCreate(),
        members: [
            .optional("document", \.document, .string, "its name; made if left out"),
            .optional("content", \.content, .text, "nodes, edges, settings, types and any other member"),
        ])
    static let result = DocumentSummary.shape

    func perform(in session: inout Session) throws(Failure) -> DocumentSummary {
        let name = try session.nameForDocument(document)
        var made = Document()
        var losses: [Loss] = []
        if let content {
            do throws(ShapeError) {
                (made, losses) = try content.bytes.withUnsafeBufferPointer { (bytes) throws(ShapeError) in
                    try DocumentReader.read(bytes, isFile: false)
                }
            } catch {
                throw .invalidParams(error.inside(.member("content")))
            }
            // What a client writes itself has no business being broken: it is told, and nothing is opened.
            if let loss = losses.first { throw Failure(loss) }
        }
        let index = session.add(OpenDocument(name: name, editor: Editor(made)))
        return DocumentSummary(session.documents[index])
    }
}

extension Failure {
    /// A loss where nothing may be lost.
    init(_ loss: Loss) {
        let kind = Kind.allCases.first { $0.name == loss.code } ?? .format
        self.init(kind, loss.message)
        if let id = loss.id {
            if loss.kind == .edge { edges = [Identifier(id)] } else { nodes = [Identifier(id)] }
        }
    }
}

extension Session {
    /// The name a new document gets: the wished one if it is free, else the next made one.
    mutating func nameForDocument(_ wish: String?) throws(Failure) -> String {
        if documents.count >= Limits.documents {
            throw Failure(.limits, "at most \(Limits.documents) documents are open at a time")
        }
        guard let wish else { return makeDocumentName() }
        if wish.isEmpty { throw Failure(.invalidValue, "a name is not empty", path: "/document") }
        if documents.contains(where: { $0.name.utf8.elementsEqual(wish.utf8) }) {
            throw Failure(.alreadyOpen, "document \"\(wish)\" is open already")
        }
        return wish
    }
}

/// Opens a document from a file or a text.
struct DocumentOpen: Method {
    var path: String?
    var text: String?
    var format: String?
    var document: String?
    var replica: String?

    static let name = "document/open"
    static let summary = "Opens a document from a file or a text; what cannot be kept is told as losses."
    static let failures: [Failure.Kind] = [.alreadyOpen, .path, .format, .limits]
    static let params = Shape.object(
        "", "", initial: DocumentOpen(),
        members: [
            .optional("path", \.path, .string, "of the file, from the server's folder"),
            .optional("text", \.text, .string, "the content itself, in place of a path"),
            .optional("format", \.format, .string, "of the text; found out if left out"),
            .optional("document", \.document, .string, "its name; made if left out"),
            .optional("replica", \.replica, .string, "named in every id made here"),
        ])
    static let result = DocumentSummary.shape

    func perform(in session: inout Session) throws(Failure) -> DocumentSummary {
        if (path == nil) == (text == nil) { throw .invalidParams("either `path` or `text`") }
        if let format, format != "nodewire", format != "reactFlow" {
            throw Failure(.format, "\"\(format)\" cannot be opened", path: "/format")
        }
        let name = try session.nameForDocument(document)
        var outcome: Outcome = .failure(Failure(.path, "nothing was read"))
        if let path {
            try session.read(path) { outcome = DocumentOpen.read($0) }
        } else if var text {
            outcome = text.withUTF8 { DocumentOpen.read($0) }
        }
        var (made, losses) = try outcome.get()
        made.replica = replica
        var open = OpenDocument(name: name, editor: Editor(made))
        open.path = path
        open.isSavable = path != nil
        open.unacceptedLosses = losses.count
        open.editor.settle()
        let index = session.add(open)
        var summary = DocumentSummary(session.documents[index])
        summary.losses = losses
        summary.recovered = 0
        return summary
    }

    private typealias Outcome = Swift.Result<(Document, [Loss]), Failure>

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
        if let error = JSONSyntax.validate(bytes, depthLimit: Limits.depth) {
            let line = 1 + bytes.prefix(error.offset).reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
            return .failure(Failure(.format, "not JSON: \(error.message), line \(line)"))
        }
        do throws(ShapeError) {
            return .success(try DocumentReader.read(bytes, isFile: true))
        } catch {
            return .failure(Failure(.format, "not a document: \(error.description)"))
        }
    }
}

extension Session {
    /// Reads a file within its limits.
    func read(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(Failure) {
        do throws(FileError) {
            try files.withContents(of: path, limit: Limits.fileBytes, body)
        } catch {
            throw Failure(error.isLimit ? .limits : .path, error.message, path: "/path")
        }
    }
}

/// Closes a document.
struct DocumentClose: Method {
    var document = ""
    var discard = false

    static let name = "document/close"
    static let summary = "Closes a document and its views; unsaved changes are refused unless they may be discarded."
    static let failures: [Failure.Kind] = [.noSuchDocument, .unsaved]
    static let params = Shape.object(
        "", "", initial: DocumentClose(),
        members: [
            .required("document", \.document, .string, "which"),
            .defaulted("discard", \.discard, .boolean, "whether unsaved changes may go", default: "false"),
        ])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        let index = try session.documentIndex(document)
        if session.documents[index].editor.history.isDirty && !discard {
            throw Failure(.unsaved, "\"\(document)\" has unsaved changes: save it, or close with `discard`")
        }
        session.removeDocument(index)
        return Nothing()
    }
}

/// Lists the open documents.
struct DocumentList: Method {
    struct Entry: Sendable {
        var document = ""
        var path: String?
        var revision = 0
        var dirty = false
        var nodes = 0
        var edges = 0
    }

    struct Result: Sendable { var documents: [Entry] = [] }

    static let name = "document/list"
    static let summary = "Lists the open documents in the order in which they were opened."
    static let params = Shape.object("", "", initial: DocumentList(), members: [])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required(
                "documents", \.documents,
                .array(
                    of: .object(
                        "DocumentEntry", "An open document.", initial: Entry(),
                        members: [
                            .required("document", \.document, .string, "its name"),
                            .optional("path", \.path, .string, "its file"),
                            .required("revision", \.revision, .integer, "its revision"),
                            .required("dirty", \.dirty, .boolean, "whether it has unsaved changes"),
                            .required("nodes", \.nodes, .integer, "how many"),
                            .required("edges", \.edges, .integer, "how many"),
                        ])), "all of them")
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        Result(
            documents: session.documents.map { open in
                Entry(
                    document: open.name, path: open.path, revision: open.editor.revision,
                    dirty: open.editor.history.isDirty, nodes: open.editor.document.nodes.count,
                    edges: open.editor.document.edges.count)
            })
    }
}
