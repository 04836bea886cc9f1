import Wire

/// Ends the work, not yet the process.
struct Shutdown: ReturningMethod {
    static let name = "shutdown"
    static let summary = "Ends the work; only `exit` may follow."
    static let params = Shape.object("", "", initial: Shutdown(), members: [])
    static let result = Shape<Nothing>.nothing

    /// Shuts down. The waiting questions are decided first, since the client no longer answers.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        session.giveUpQuestions(into: &outbox)
        session.autosaveAll(into: &outbox)
        try returnResult(in: &session, to: request, as: shape, into: &outbox)
    }

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        session.client.lifecycle = .shutDown
        return Nothing()
    }
}
