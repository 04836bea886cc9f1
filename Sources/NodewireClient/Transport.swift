/// A connection to a server: bodies of messages go one way and come the other.
///
/// Your own transport, such as a socket, conforms to it like `EmbeddedTransport` and `ProcessTransport`.
public protocol Transport: Sendable {
    /// Begins to receive; called once, before anything is sent.
    ///
    /// - Parameter receive: is called for each body, in order, and for the end as the last. It never waits, and sends
    ///   nothing before it returns.
    func open(_ receive: @escaping @Sendable (Arrival) -> Void) throws

    /// Sends one body, which has no line feed in it; any thread calls it.
    ///
    /// - Throws: if the server no longer accepts messages.
    func send(_ body: UnsafeRawBufferPointer) throws

    /// Ends the conversation and releases the other side; a second call has no effect.
    func close()
}

/// An item that a transport receives.
public enum Arrival {
    /// The bytes of a message, valid during the call.
    case body(UnsafeRawBufferPointer)
    /// The server is gone, with a reason; nil if the end was requested.
    case end(String?)
}
