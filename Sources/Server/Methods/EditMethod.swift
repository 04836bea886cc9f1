import Editing
import Graph
import Interaction
import Wire

/// An edit as a method: alone with a `document`, or inside `document/edit` without one.
protocol EditMethod: Sendable {
    associatedtype Outcome: Sendable

    static var name: String { get }
    static var summary: String { get }
    /// The label of its undo step.
    static var label: String { get }
    static var initial: Self { get }
    static var members: [Member<Self>] { get }
    /// The initial result; the revision is added to it.
    static var outcome: Outcome { get }
    static var outcomeMembers: [Member<Outcome>] { get }
    static var failures: [Failure.Kind] { get }

    /// The role of its view, as a phrase.
    static var viewDoc: String { get }

    /// Is true unless it only sets measured sizes, which is allowed while edits are refused.
    static var changesContent: Bool { get }

    /// The connection about which the client is asked before it is made or moved.
    var proposed: ProposedConnection? { get }

    /// Checks combinations of parameters, before anything is performed.
    func checkShape() throws(ShapeError)

    /// Is true if it may add many elements at once.
    static var mayAddMany: Bool { get }

    /// About how many nodes and edges it adds to a document; many are added to a copy first, in a job.
    func weight(in document: Document) -> Int

    /// Uses the selection of its view in place of ids, if it does so.
    mutating func take(_ selection: Selection, of document: Document)

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome

    /// Returns the new elements, which become the selection of its view; nil leaves the selection.
    static func selection(after outcome: Outcome, in document: Document) -> Selection?
}

extension EditMethod {
    static var mayAddMany: Bool { false }

    func weight(in document: Document) -> Int { 0 }

    static var failures: [Failure.Kind] { [] }

    static var viewDoc: String { "the view that it comes from, in which undo takes it back" }

    func checkShape() throws(ShapeError) {}

    static var changesContent: Bool { true }

    mutating func take(_: Selection, of _: Document) {}

    static func selection(after _: Outcome, in _: Document) -> Selection? { nil }

    var proposed: ProposedConnection? { nil }
}

/// An edit that comes often. In the usual spelling its parameters are read while they are checked.
protocol FrequentEdit: EditMethod {
    /// Reads its members, between that of the document and that of the view, from an unvalidated message; nil if there
    /// are others, or in another spelling.
    static func take(_ scanner: inout CompactScanner) -> Self?
}

/// The connection that an edit makes or may move.
enum ProposedConnection: Sendable {
    /// An edge, as the client wrote it.
    case new(JSONText)
    case moved(Edge.ID)
}

/// The result of an edit that makes an element.
struct MadeElement: Sendable {
    var id = Identifier("")

    static let members: [Member<MadeElement>] = [.required("id", \.id, .identifier, "of the new element")]
}

extension EditMethod where Outcome == MadeElement {
    static var outcome: MadeElement { MadeElement() }
    static var outcomeMembers: [Member<MadeElement>] { MadeElement.members }
}

extension EditMethod where Outcome == Nothing {
    static var outcome: Nothing { Nothing() }
    static var outcomeMembers: [Member<Nothing>] { [] }
}

/// An edit on its own: one change of one document.
struct EditCall<Edit: EditMethod>: ReturningMethod {
    var document = ""
    var view: Identifier?
    var mergeKey: String?
    var edit = Edit.initial
    var animate: Transition?
    /// The edit as it was performed on a copy of the document; nil if that was not done.
    var prepared: PreparedEdit?

    struct Result: Sendable {
        var revision = 0
        var outcome = Edit.outcome
    }

    static var name: String { Edit.name }
    static var summary: String { Edit.summary }
    static var failures: [Failure.Kind] { [.noSuchDocument, .noSuchView] + Edit.failures }

    static var params: Shape<EditCall> { Shape.object("", "", initial: EditCall(), members: members) }

    static var members: [Member<EditCall>] {
        [.required("document", \.document, .string, "which")] + Edit.members.map { $0.inside(\.edit) } + ownMembers
    }

    /// The members at the end of every single edit.
    static var ownMembers: [Member<EditCall>] {
        [
            .optional(
                "mergeKey", \.mergeKey, .string,
                "joins the previous undo step if that has the same key and nothing came between"),
            .animate(\.animate), .optional("view", \.view, .identifier, Edit.viewDoc),
        ]
    }

    static var result: Shape<Result> { Shape<Result>.object("", "", initial: Result(), members: resultMembers) }

    static var resultMembers: [Member<Result>] {
        [.required("revision", \.revision, .integer, "of the document, after it")]
            + Edit.outcomeMembers.map { $0.inside(\.outcome) }
    }

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        if session.asksAboutConnections, let proposed = edit.proposed,
            let edge = try edge(of: proposed, in: &session)
        {
            return try wait(for: edge, in: &session, request, into: &outbox)
        }
        if !Edit.mayAddMany {
            // Here and not in `returnResult`, so that it is specialized for frequent edits.
            let result = try perform(in: &session)
            session.announce(into: &outbox)
            return request.reply(into: &outbox) { shape.write(result, &$0) }
        }
        try prepare(in: &session, for: request, into: &outbox) {
            (call, session, request, outbox) throws(Failure) in
            try call.returnResult(in: &session, to: request, as: shape, into: &outbox)
        }
    }

    func perform(in session: inout Session) throws(Failure) -> Result {
        let key = try session.documents.key(of: document)
        do throws(ShapeError) {
            try edit.checkShape()
        } catch {
            throw .invalidParams(error)
        }
        return try perform(in: &session, on: key)
    }

    /// Performs it in a document that was found before, with parameters that were checked.
    func perform(in session: inout Session, on key: DocumentKey) throws(Failure) -> Result {
        let view = try view.map { (id) throws(Failure) in try session.documents.view(id, of: key) }
        return try session.withWorkspace(key) { (workspace) throws(EditError) in
            guard let view else { return try perform(in: &workspace) }
            var call = self
            call.edit.take(workspace[view].selection, of: workspace.document)
            let result = try call.perform(in: &workspace)
            if let made = Edit.selection(after: result.outcome, in: workspace.document) {
                workspace[view].select(made: made)
            }
            return result
        }
    }

    /// Performs it in the workspace of its document.
    func perform(in workspace: inout Workspace) throws(EditError) -> Result {
        var options = DocumentEditor.Options(cause: Edit.name, label: Edit.label, view: view)
        options.mergeKey = mergeKey
        options.changesContent = Edit.changesContent
        if prepared != nil { workspace.content.prepared = prepared?.scene }
        defer { if prepared != nil { workspace.content.prepared = nil } }
        let (outcome, revision) = try workspace.perform(options) {
            (transaction) throws(EditError) in
            if let prepared, let outcome = transaction.take(prepared) as? Edit.Outcome { return outcome }
            return try edit.perform(in: &transaction)
        }
        if animate != nil { workspace.animateChanges(animate) }
        return Result(revision: revision, outcome: outcome)
    }
}

extension EditCall: FrequentMethod where Edit: FrequentEdit {
    static func take(_ scanner: inout CompactScanner) -> EditCall? {
        guard let document = scanner.takeString(#"{"document":""#), scanner.takes(","), let edit = Edit.take(&scanner)
        else { return nil }
        var call = EditCall()
        (call.document, call.edit) = (String(decoding: document.spelling, as: UTF8.self), edit)
        if scanner.takes(",") {
            guard let view = scanner.takeIdentifier(#""view":""#) else { return nil }
            call.view = view
        }
        return scanner.takes("}") ? call : nil
    }
}

extension AnyEdit {
    /// An edit of a type, in a version of the protocol.
    init<Edit: EditMethod>(_ type: Edit.Type, in version: ProtocolVersion = .latest) {
        let latest = Shape.object("", "", initial: Edit.initial, members: Edit.members)
        let params = version.shape(latest)
        let outcome = version.shape(Shape.object("", "", initial: Edit.outcome, members: Edit.outcomeMembers))
        let earlier = EarlierNames(in: version, of: latest.schema)
        self.init(label: Edit.label, params: params.schema) { (cursor) throws(ShapeError) in
            let names = earlier.used(in: cursor)
            let edit = try params.read(&cursor)
            try edit.checkShape()
            return { (transaction) throws(EditError) in
                do throws(EditError) {
                    return outcome.text(of: try edit.perform(in: &transaction))
                } catch {
                    throw names.named(error)
                }
            }
        }
    }
}

extension AnyMethod {
    /// An edit, alone and as a part of `document/edit`.
    static func edit<Edit: EditMethod>(_ type: Edit.Type) -> AnyMethod { edit(type, as: EditCall<Edit>.self) }

    /// A frequent edit, alone and as a part of `document/edit`.
    static func edit<Edit: FrequentEdit>(_ type: Edit.Type) -> AnyMethod {
        AnyMethod(
            name: Edit.name, failures: { Edit.failures },
            load: { LoadedMethod(frequent: EditCall<Edit>.self, edit: AnyEdit(Edit.self, in: $0), in: $0) })
    }

    /// An edit that has parameters of its own, and is also a part of `document/edit`.
    static func edit<Edit: EditMethod, Call: Method>(_ type: Edit.Type, as call: Call.Type) -> AnyMethod {
        AnyMethod(
            name: Edit.name, failures: { Edit.failures },
            load: { LoadedMethod(Call.self, edit: AnyEdit(Edit.self, in: $0), in: $0) })
    }
}
