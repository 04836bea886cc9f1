import Editing
import Graph
import Interaction
import Wire

// Edits that make or move an edge wait for a client that wants to be asked.

extension EditCall: PostponedEdit {
    /// The edge as it would be, after the rules have allowed it; nil if its ends stay.
    ///
    /// - Throws: the errors of the edit, which is tried.
    func edge(of proposed: ProposedConnection, in session: inout Session) throws(Failure) -> JSONText? {
        do throws(ShapeError) {
            try edit.checkShape()
        } catch {
            throw .invalidParams(error)
        }
        let edit = edit
        return try session.withWorkspace(document) { (workspace) throws(EditError) in
            switch proposed {
            case .new(let text):
                _ = try workspace.dryRun { (transaction) throws(EditError) in try edit.perform(in: &transaction) }
                return text
            case .moved(let id):
                let before = try workspace.document.edge(at: workspace.document.slot(edge: id))
                let after = try workspace.dryRun { (transaction) throws(EditError) in
                    _ = try edit.perform(in: &transaction)
                    return transaction.document.edge(at: try transaction.document.slot(edge: id))
                }
                return after.hasSameEnds(as: before) ? nil : after.text
            }
        }
    }

    /// Asks the client, and lets the request wait for its answer.
    func wait(
        for edge: JSONText, in session: inout Session, _ request: Request, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        session.touch(key)
        let number = try session.documents.lend(key) { (open) throws(Failure) in
            outbox.batch == nil ? open.workspace.questions.ask(about: edge, from: view) : nil
        }
        guard let number else {
            let settings = try session.documents.document(key).workspace.document.settings
            if let refusal = ClientAnswer.missing.refusal(settings) { throw Failure(EditError.refused(refusal)) }
            return try finish(in: &session, on: key, request, into: &outbox)
        }
        try session.postpone(request, .edit(self), for: number, of: key, view: nil, into: &outbox)
    }

    func finish(
        in session: inout Session, on document: DocumentKey, _ request: Request, into outbox: inout Outbox
    ) throws(Failure) {
        let result = try perform(in: &session, on: document)
        session.announce(into: &outbox)
        request.reply(into: &outbox) { Self.result.write(result, &$0) }
    }
}
