import Wire

/// Ends the work, not yet the process.
struct Shutdown: ReturningMethod {
    static let name = "shutdown"
    static let summary = "Ends the work; only `exit` may follow."
    static let params = Shape.object("", "", initial: Shutdown(), members: [])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        session.lifecycle = .shutDown
        return Nothing()
    }
}
