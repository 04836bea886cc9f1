import Graph
import Interaction

// Searches on which the answer of a method rests.

extension Query {
    /// Finds the matching elements in the document of a view, at once or as a job, and then continues with them.
    ///
    /// - Throws: `noSuchView`, `noSuchNode`, `limits`, and errors of `perform`.
    func search(
        in view: Identifier, of session: inout Session, for request: Request, into outbox: inout Outbox,
        then perform: @escaping @Sendable (ElementSet, inout Session, Request, inout Outbox) throws(Failure) -> Void
    ) throws(Failure) {
        let key = try session.documents.location(of: view).document
        let search = try session.withWorkspace(key) { (workspace) throws(EditError) in
            try workspace.content.search(for: nil, self)
        }
        // What was found is where it was only as long as nothing changes.
        let changed = Failure.modified("the document has changed while it was searched: ask again")
        let premise = JobQueue.Premise(failure: changed) { { _, _ in false } }
        try session.answer(request, on: key, premise, followed: nil, isLong: search.isLong, into: &outbox) {
            (_) throws(Failure) in
            do throws(EditError) {
                return try search.all()
            } catch {
                throw Failure(error)
            }
        } then: { (found, session, request, outbox) throws(Failure) in
            try perform(found, &session, request, &outbox)
        }
    }
}
