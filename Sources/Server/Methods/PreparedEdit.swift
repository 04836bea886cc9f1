import Editing
import Graph
import Interaction

// Edits that are performed on a copy of their document first.

/// An edit that was performed on a copy of its document, on any thread, with its result.
///
/// Type-erased, so that calls without one need no type for it; behind one reference, since most have none.
final class PreparedEdit: Sendable {
    /// The edit as performed; nil for an edit that adopts it by itself.
    fileprivate let done: (transaction: PreparedTransaction, outcome: any Sendable)?
    /// The scene after it; nil if it was not prepared.
    let scene: PreparedScene?

    /// - Parameter scene: before it.
    init(_ transaction: PreparedTransaction, _ outcome: any Sendable, _ scene: Scene) {
        done = (transaction, outcome)
        self.scene = PreparedScene(scene, after: transaction)
    }

    /// An edit that adopts its prepared work by itself.
    init(scene: PreparedScene) { (done, self.scene) = (nil, scene) }
}

extension PreparedScene {
    init?(_ scene: Scene, after transaction: PreparedTransaction) {
        self.init(scene, after: transaction.finished.delta, transaction.finished.document)
    }
}

extension Transaction {
    /// Adopts an edit that was performed on a copy, if nothing was performed here and the document is unchanged;
    /// returns its result, or nil.
    mutating func take(_ prepared: PreparedEdit) -> (any Sendable)? {
        guard let done = prepared.done else { return nil }
        return take(done.transaction) ? done.outcome : nil
    }
}

extension EditCall {
    /// The call with its edit performed on a copy of the document: if that is the same when the call is performed, there is
    /// little left to do.
    ///
    /// - Parameter scene: of the document.
    /// - Throws: the errors of the edit.
    func prepared(on document: Document, _ scene: Scene) throws(Failure) -> EditCall {
        var outcome: Edit.Outcome?
        var call = self
        do throws(EditError) {
            let transaction = try PreparedTransaction(writtenOf: document) { (transaction) throws(EditError) in
                outcome = try edit.perform(in: &transaction)
            }
            call.prepared = outcome.map { PreparedEdit(transaction, $0, scene) }
        } catch {
            throw Failure(error)
        }
        return call
    }

    /// Goes on with the call, if it adds much to its document once that was done to a copy in a job.
    ///
    /// - Throws: errors of `perform`; `limits` if too many jobs are unanswered.
    func prepare(
        in session: inout Session, for request: Request, into outbox: inout Outbox,
        then perform: @escaping @Sendable (EditCall, inout Session, Request, inout Outbox) throws(Failure) -> Void
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let before = try session.documents.lend(key) { (open) throws(Failure) in
            let isTaken = open.workspace.editor.editRefusal == nil
            return isTaken && edit.weight(in: open.workspace.document) > Limits.jobElements
                ? (open.workspace.content.documentToEdit(), open.workspace.scene) : nil
        }
        guard let (document, scene) = before, session.clock.source == .server else {
            return try perform(self, &session, request, &outbox)
        }
        try session.answer(request, on: key, followed: nil, isLong: true, into: &outbox) { (_) throws(Failure) in
            try prepared(on: document, scene)
        } then: { (call, session, request, outbox) throws(Failure) in
            try perform(call, &session, request, &outbox)
        }
    }
}
