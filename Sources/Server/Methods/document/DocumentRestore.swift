import Editing
import Graph
import Interaction
import Wire

/// Restores elements of a document from other content.
struct DocumentRestore: EditMethod {
    var with: OtherContent?
    var elements: ElementList?
    var rules: RulePolicy?
    /// The other content, once it has been found.
    var content: Document?

    struct Outcome: Sendable {
        var losses: [Loss]?

        init(_ losses: [Loss] = []) { self.losses = losses.isEmpty ? nil : losses }
    }

    static let name = "document/restore"
    static let label = "Restore"
    static let summary =
        "Gives elements, or everything, the state of other content: a view that compares shows no difference there any more."
    static let initial = DocumentRestore()
    static let failures: [Failure.Kind] = [
        .noSuchNode, .noSuchEdge, .parentCycle, .invalidValue, .format, .connectionRefused, .limits,
    ]
    static let members: [Member<DocumentRestore>] = [
        .optional(
            "with", \.with, OtherContent.shape,
            "the other content; if left out, the content with which `view` compares. Inside `document/edit` it is a `text`"
        ),
        .optional(
            "elements", \.elements, ElementList.shape,
            "the elements, with those that they need; if left out everything, also the order, settings and types"),
        .rules(\.rules),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .optional("losses", \.losses, .array(of: Loss.shape), "edges that the rules refuse; absent if there are none")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let other: Document
        if let content {
            other = content
        } else if var text = with?.text {
            other = try text.withUTF8 { ContentReader.document(in: $0, nil, line: 1, .serial) }.get()
        } else {
            throw .invalid("inside `document/edit` the other content is a `text`", path: ["with"])
        }
        guard let elements else {
            return Outcome(try transaction.takeAll(from: other, rules: rules ?? .report))
        }
        do throws(EditError) {
            return Outcome(
                try transaction.take(
                    nodes: elements.nodes ?? [], edges: elements.edges ?? [], from: other, rules: rules ?? .refuse))
        } catch {
            // Its place is one in the change that was made of them.
            var error = error
            error.path = []
            throw error
        }
    }
}

/// The same on its own: from the content with which a view compares, or from other content.
struct RestoreCall: Method {
    typealias Result = EditCall<DocumentRestore>.Result

    var call = EditCall<DocumentRestore>()

    static let name = DocumentRestore.name
    static let summary = DocumentRestore.summary
    static let failures: [Failure.Kind] =
        [.noSuchDocument, .noSuchView, .nothingThere, .path] + DocumentRestore.failures
    static let params = Shape<RestoreCall>.object(
        "", "", initial: RestoreCall(), members: EditCall<DocumentRestore>.members.map { $0.inside(\.call) })
    static let result = EditCall<DocumentRestore>.result

    /// To make much of a large document as it is elsewhere is a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: call.document)
        let other: FoundContent
        if let with = call.edit.with {
            other = try with.content(for: call.document, path: "", in: session)
        } else {
            guard let view = call.view else { throw .invalidParams("`with`, or a `view` that compares", path: "/with") }
            other = FoundContent(try session.documents.comparison(of: view, in: call.document).base)
        }
        // A copy that is held is dear to an edit that is performed at once.
        let before = try session.documents.lend(key) { (open) throws(Failure) in
            open.workspace.document.elementCount + other.elementCount > Limits.jobElements
                ? (document: open.workspace.content.documentToEdit(), scene: open.workspace.scene) : nil
        }
        let changed = Failure.modified("the document has changed meanwhile: restore it again")
        let premise = JobQueue.Premise(failure: changed) { { _, _ in false } }
        try session.answer(request, on: key, premise, followed: nil, isLong: before != nil, into: &outbox) {
            [call] (_) throws(Failure) in
            var call = call
            call.edit.content = try other.document(.serial)
            return try before.map { (before) throws(Failure) in
                try call.prepared(on: before.document, before.scene)
            } ?? call
        } then: { (call, session, request, outbox) throws(Failure) in
            let result = try call.perform(in: &session, on: key)
            session.announce(into: &outbox)
            request.reply(into: &outbox) { shape.write(result, &$0) }
        }
    }
}
