import Wire

/// The client has read the reply to `initialize`.
struct Initialized: ReturningMethod {
    static let name = "initialized"
    static let summary = "Notifies the server that the client is ready."
    static let params = Shape.object("", "", initial: Initialized(), members: [], unknown: .ignored)
    static let result = Shape<Nothing>.nothing
    static let isNotification = true

    func perform(in session: inout Session) throws(Failure) -> Nothing { Nothing() }
}
