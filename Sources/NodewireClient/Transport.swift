/// A way to a server: bodies of messages go one way and come the other.
///
/// An own one, such as a socket, conforms to it as `EmbeddedTransport` and `ProcessTransport` do.
public protocol Transport: Sendable {
    /// Begins to receive; called once, before anything is sent.
    ///
    /// - Parameter receive: is called for each body, one after the other in their order, and for the end as the last.
    ///   It never waits, and it sends nothing before it returns.
    func open(_ receive: @escaping @Sendable (Arrival) -> Void) throws

    /// Sends one body, which has no line feed in it; any thread calls it.
    ///
    /// - Throws: if the server takes no more.
    func send(_ body: UnsafeRawBufferPointer) throws

    /// Ends the conversation, and with it what the other side holds; a second call has no effect.
    func close()
}

/// An item that a transport receives.
public enum Arrival {
    /// The bytes of a message, valid during the call.
    case body(UnsafeRawBufferPointer)
    /// The server has gone, for a reason that is nil if that was asked for.
    case end(String?)
}
