import Wire

/// Closes a document.
struct DocumentClose: ReturningMethod {
    var document = ""
    var discard = false

    static let name = "document/close"
    static let summary =
        "Closes a document and its views. It is refused with unsaved changes, unless `discard` is true."
    static let failures: [Failure.Kind] = [.noSuchDocument, .unsaved]
    static let params = Shape.object(
        "", "", initial: DocumentClose(),
        members: [
            .required("document", \.document, .string, "which"),
            .defaulted("discard", \.discard, .boolean, "whether unsaved changes may be lost", default: "false"),
        ])
    static let result = Shape<Nothing>.nothing

    /// Closes the document; with autosave, unsaved changes are saved first.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        if !discard {
            session.autosave(try session.documents.key(of: document), into: &outbox)
            session.announce(into: &outbox)
            session.syncJournals(into: &outbox)
        }
        try returnResult(in: &session, to: request, as: shape, into: &outbox)
    }

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        let key = try session.documents.key(of: document)
        let isLast = try session.documents.lend(key) { (open) throws(Failure) in
            if open.users > 1 { return false }
            if discard {
                try open.discardJournal()
            } else if open.workspace.isDirty {
                throw Failure(.unsaved, "\"\(document)\" has unsaved changes: save it, or close with `discard`")
            }
            return true
        }
        if isLast { session.close(key) } else { session.release(key, times: 1) }
        return Nothing()
    }
}
