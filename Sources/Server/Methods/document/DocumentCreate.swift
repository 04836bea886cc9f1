import Editing
import Graph
import Interaction
import Wire

/// Creates a document.
struct DocumentCreate: ReturningMethod {
    var document: String?
    var content: JSONText?

    static let name = "document/create"
    static let summary =
        "Creates a document with the given content, or an empty one with the settings of new documents."
    static let failures: [Failure.Kind] = [
        .alreadyOpen, .noSuchNode, .duplicateId, .parentCycle, .invalidValue, .format, .limits,
    ]
    static let params = Shape.object(
        "", "", initial: DocumentCreate(),
        members: [
            .optional("document", \.document, .string, "its name; generated if left out"),
            .optional(
                "content", \.content, .text,
                "nodes, edges, settings, types and any other member; if left out, settings that spread edges and handles"
            ),
        ])
    static let result = DocumentSummary.shape

    func perform(in session: inout Session) throws(Failure) -> DocumentSummary {
        let name = try session.documents.nameForDocument(document, atMost: session.limits.documents)
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
            // Content from the client must be complete and possible: the first loss, or impossible setting, is an
            // error.
            if let loss = losses.first { throw Failure(loss) }
            try session.limits.refuse(made)
            if let problem = made.firstContentProblem {
                let path = (["content"] + problem.path).map { "/" + JSONPointer.escaped($0) }.joined()
                throw Failure(.invalidValue, problem.message, path: path)
            }
        }
        let key = session.add(
            OpenDocument(name: name, workspace: Workspace(made), durability: session.client.durability))
        return DocumentSummary(try session.documents.document(key))
    }
}

extension Failure {
    /// The error for a loss in content from the client.
    init(_ loss: Loss) {
        let kind = Kind.allCases.first { $0.name == loss.code } ?? .format
        self.init(kind, loss.message)
        guard let id = loss.id else { return }
        if loss.kind == .document {
            path = "/content/" + JSONPointer.escaped(id)
        } else {
            if loss.kind == .edge { edges = [Identifier(id)] } else { nodes = [Identifier(id)] }
        }
    }
}
