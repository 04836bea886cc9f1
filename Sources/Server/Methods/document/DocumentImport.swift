import Editing
import Formats
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Adds the elements of a text, or replaces those of the document by them.
struct DocumentImport: EditMethod {
    var text = ""
    var format: String?
    var at: Point?
    var replace = false
    var parameters = ImportOptions()
    /// What the text holds, once it has been read.
    var content: Content?

    typealias Content = PastedText.Content

    struct Outcome: Sendable {
        var nodes: [Identifier] = []
        var edges: [Identifier] = []
        var losses: [Loss] = []
    }

    static let name = "document/import"
    static let label = "Import"
    static let summary = "Adds the elements of a text or a file, or replaces all elements by them, matched by id."
    static let initial = DocumentImport()
    static let failures: [Failure.Kind] = [.locked, .notAccepted, .invalidValue, .invalidData, .format, .limits]
    static let textDoc = "a document, a drawing in Mermaid or DOT, trees, types of Swift or lines"
    static let options: [Member<DocumentImport>] = [
        .optional(
            "format", \.format, .string,
            "nodewire, reactFlow, swiftFlow, mermaid, dot, tree or swiftType; if left out, what the text is, is found out from its beginning"
        ),
        .optional(
            "at", \.at, .point,
            "where on the canvas the top-left corner of the bounds goes; if left out, all lies where the text says"
        ),
        .defaulted(
            "replace", \.replace, .boolean,
            "whether the elements replace those of the document; one with an id of the text stays the same element",
            default: "false"),
        .defaulted("options", \.parameters, ImportOptions.shape, "of trees and types of Swift", default: "{}"),
    ]
    static let members: [Member<DocumentImport>] = [.required("text", \.text, .string, textDoc)] + options
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required(
            "nodes", \.nodes, .array(of: .identifier), "those of the text, by the ids they have now, in its order"),
        .required("edges", \.edges, .array(of: .identifier), "the same for edges"),
        .required(
            "losses", \.losses, .array(of: Loss.shape),
            "what was left out: what breaks the structure, types that differ"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let content = if let content { content } else { try read(text) }
        let imported =
            try replace
            ? transaction.replaceElements(by: content.document, at: at)
            : transaction.importElements(of: content.document, at: at)
        if let format = content.format, format.isTree { try layOut(imported.nodes, in: &transaction) }
        return Outcome(
            nodes: imported.nodes, edges: imported.edges, losses: content.losses + imported.losses)
    }

    private func layOut(_ ids: [Identifier], in transaction: inout Transaction) throws(EditError) {
        guard let layout = try parameters.layout.layout(in: transaction.document, path: ["options", "layout"]) else {
            return
        }
        try transaction.layOut(transaction.document.slots(nodes: ids), layout)
    }

    /// - Throws: `format`, `limits`.
    func read(_ text: String, with forkJoin: ForkJoin = .serial) throws(EditError) -> Content {
        var text = text
        return try text.withUTF8 { reading(of: $0, forkJoin) }.get()
    }

    /// What a text holds, or why it cannot be read.
    func reading(
        of text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) -> Swift.Result<Content, EditError> {
        do throws(EditError) {
            let stated = try format.map(Format.readable)
            return .success(
                try PastedText.read(text, as: stated, refusesDiagrams: true, parameters.trees, with: forkJoin))
        } catch {
            return .failure(error)
        }
    }
}

/// An import on its own: from a text or a file, into a document or into a new one.
struct ImportCall: ReturningMethod {
    var document: String?
    var path: String?
    var text: String?
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
            + EditCall<DocumentImport>.ownMembers.map { $0.inside(\.call) })
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [.required("document", \.document, .string, "its name in this conversation")]
            + EditCall<DocumentImport>.resultMembers.map { $0.inside(\.done) })

    func perform(in session: inout Session) throws(Failure) -> Result {
        if (path == nil) == (text == nil) { throw .invalidParams("either `path` or `text`") }
        var call = call
        if let document { _ = try session.documentIndex(document) }
        call.document = if let document { document } else { try session.nameForDocument(nil) }
        call.edit.content = try content(in: &session)
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
