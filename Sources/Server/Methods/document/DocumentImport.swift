import Editing
import Formats
import Geometry
import Graph
import Interaction
import Layout
import Storage
import Wire

/// Adds the elements of a text, or replaces those of the document by them.
struct DocumentImport: EditMethod {
    var text = ""
    var format: String?
    var at: Point?
    var replace = false
    /// The treatment of edges that the rules refuse; nil skips them, and in a new document reports them.
    var rules: RulePolicy?
    var parameters = ImportOptions()
    /// The content of the text, once it has been read.
    var content: Content?
    /// The layout of its trees, once that has been computed.
    var plan: LayoutPlan?
    /// Is true if its trees have been laid out.
    var isLaidOut = false

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
    static let failures: [Failure.Kind] = [
        .locked, .notAccepted, .invalidValue, .invalidData, .connectionRefused, .format, .limits,
    ]
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
        .optional(
            "rules", \.rules, .choice(of: RulePolicy.self),
            "of edges that the connection rules refuse: refuse the import, report them as diagnostics, or skip them as "
                + "losses; if left out skip, and report in a new document, which is only opened"),
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
            "what was left out: what breaks the structure, types that differ, edges that the rules refuse"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let content = if let content { content } else { try read(text) }
        let imported = try add(content, in: &transaction)
        if let plan, plan.isCurrent(in: transaction.document) {
            try transaction.perform(plan)
        } else if !isLaidOut {
            let slots = try transaction.document.slots(nodes: imported.nodes)
            if let plan = try plan(of: content, slots, in: transaction.document, { _ in true }) {
                try transaction.perform(plan)
            }
        }
        return Outcome(
            nodes: imported.nodes, edges: imported.edges, losses: content.losses + imported.losses)
    }

    private func add(_ content: Content, in transaction: inout Transaction) throws(EditError) -> Imported {
        try replace
            ? transaction.replaceElements(by: content.document, at: at, rules: rules ?? .skip)
            : transaction.importElements(of: content.document, at: at, rules: rules ?? .skip)
    }

    /// Returns the layout of trees among imported nodes; nil if they are not laid out, and when it was stopped.
    private func plan(
        of content: Content, _ nodes: [Node.Slot], in document: Document, _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        guard content.format?.isTree == true,
            let layout = try parameters.layout.layout(in: document, path: ["options", "layout"])
        else { return nil }
        return try document.layoutPlan(of: nodes, layout, watch)
    }

    /// Is true if the text has trees of so many nodes that it takes long to lay them out.
    var isLong: Bool {
        guard let content, content.format?.isTree == true else { return false }
        return content.document.nodes.count > Limits.layoutNodes
    }

    /// Returns the layout that the trees of the text would get in a document that does not have them yet; nil if they
    /// are not laid out, and when it was stopped.
    ///
    /// - Throws: the errors of `perform`.
    func plan(in document: Document, _ watch: LayoutWatch) throws(EditError) -> LayoutPlan? {
        guard let content else { return nil }
        var document = document
        return try document.transact { (transaction) throws(EditError) in
            let imported = try add(content, in: &transaction)
            let slots = try transaction.document.slots(nodes: imported.nodes)
            return try plan(of: content, slots, in: transaction.document, watch)
        }.result
    }

    /// Lays the trees of the text out before they are added, for a new document: there they are by themselves, and need
    /// not be added to find out how they would lie.
    ///
    /// - Throws: the errors of `perform`.
    mutating func layOut(_ watch: LayoutWatch) throws(EditError) {
        guard var content else { return }
        guard let plan = try plan(of: content, content.document.nodeSlots, in: content.document, watch) else { return }
        _ = try content.document.transact { (transaction) throws(EditError) in try transaction.perform(plan) }
        self.content = content
        isLaidOut = true
    }

    /// Reads a text.
    ///
    /// - Throws: `format`, `limits`.
    func read(_ text: String, with forkJoin: ForkJoin = .serial) throws(EditError) -> Content {
        var text = text
        return try text.withUTF8 { reading(of: $0, forkJoin) }.get()
    }

    /// Returns the content of a text, or the reason why it cannot be read.
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
                    "progressToken", \.progressToken, ProgressToken.shape, "for notifications of its progress")
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
        let (document, revision) = (before?.document ?? Document.new, before?.revision)
        let isNew = before == nil && read.call.edit.at == nil
        let followed = FollowedWork(progressToken, DocumentImport.label, isMeasured: true)
        try session.answer(request, followed: followed, isLong: read.call.edit.isLong, into: &outbox) {
            [read] (watch) throws(Failure) in
            var edit = read.call.edit
            if !edit.isLong { return edit }
            do throws(EditError) {
                if isNew { try edit.layOut(watch) } else { edit.plan = try edit.plan(in: document, watch) }
                return edit
            } catch {
                throw Failure(error)
            }
        } then: { [read] (edit: DocumentImport, session, request, outbox) throws(Failure) in
            if try read.target(in: &session)?.revision != revision {
                throw .modified("the document has changed while the trees were being laid out: import them again")
            }
            var call = read
            call.call.edit = edit
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    /// The document that is named, and its revision.
    private func target(in session: inout Session) throws(Failure) -> (document: Document, revision: Int)? {
        guard let document else { return nil }
        let workspace = try session.documents.document(document).workspace
        return (workspace.document, workspace.revision)
    }

    /// Reads what is to be imported, if it has not been read.
    private mutating func read(in session: inout Session) throws(Failure) {
        if (path == nil) == (text == nil) { throw .invalidParams("either `path` or `text`") }
        if let document { _ = try session.documents.index(of: document) }
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
        call.edit.rules = call.edit.rules ?? .report
        let index = session.add(
            OpenDocument(name: call.document, workspace: Workspace(Document.new), durability: session.durability))
        do throws(Failure) {
            let done = try call.perform(in: &session)
            // The client does not know the document yet: it hears of it by the reply.
            _ = session.documents[index].workspace.content.takeCommits()
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
