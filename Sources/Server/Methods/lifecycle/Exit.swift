import Wire

/// Ends the process.
struct Exit: ReturningMethod {
    static let name = "exit"
    static let summary = "Ends the process: with 0 after `shutdown`, else with 1."
    static let params = Shape.object("", "", initial: Exit(), members: [], unknown: .ignored)
    static let result = Shape<Nothing>.nothing
    static let isNotification = true

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        session.client.exit()
        return Nothing()
    }
}
