import Wire

/// Sets how much of the conversation is traced.
struct SetTrace: ReturningMethod {
    var value = Trace.off

    static let name = "$/setTrace"
    static let summary = "Sets how much is traced by `$/logTrace`."
    static let params = Shape.object(
        "", "", initial: SetTrace(),
        members: [.required("value", \.value, .choice(of: Trace.self), "off, messages or verbose")], unknown: .ignored)
    static let result = Shape<Nothing>.nothing
    static let isNotification = true

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        session.client.trace = value
        return Nothing()
    }
}
