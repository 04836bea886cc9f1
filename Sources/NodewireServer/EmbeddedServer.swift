import Server

/// A server inside a program: message bodies go in, message bodies come out.
///
///     var server = EmbeddedServer()
///     server.send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clock":"client"}}"#)
///     server.send(#"{"jsonrpc":"2.0","id":2,"method":"document/create","params":{}}"#)
///     assert(server.receive().count == 2)
///     server.close()
///
/// It speaks the protocol of the `nodewire` process without framing, reads no clock and touches only the given files.
/// All work is done when `send` returns, so the same calls lead to the same bodies.
public struct EmbeddedServer {
    private var session: Session
    private var outbox = Outbox()

    /// Opens a conversation.
    ///
    /// - Parameters:
    ///   - files: the files that documents are opened from and saved to.
    ///   - version: the version of the server, as `initialize` returns it.
    public init(files: any FileAccess = NoFiles(), version: String = "embedded") {
        self.init(Session(files: files, version: version))
    }

    /// Takes over a session without any messages so far.
    public init(_ session: Session) {
        self.session = session
        // A body is one line: no JSON that is sent holds a line feed.
        outbox.style = .lines
    }

    /// The exit status that a process would have; nil while the conversation goes on. After that nothing is performed.
    public var exitCode: Int32? { session.exitCode }

    /// The next time at which `advance` must be called, in its milliseconds; nil while nothing is due, and with the
    /// client's clock.
    public var nextDeadline: Double? { session.nextDeadline }

    /// Performs one message, or one batch.
    public mutating func send(_ body: String) {
        var body = body
        body.withUTF8 { send($0) }
    }

    /// Performs one message or one batch in UTF-8; a body of more than `messageBytes` is answered with an error,
    /// unread.
    ///
    /// - Complexity: as the method, and O(*n*) in the bytes of the body.
    public mutating func send(_ body: UnsafeBufferPointer<UInt8>) {
        if session.exitCode != nil { return }
        if body.count <= session.limits.messageBytes {
            session.receive(body, into: &outbox)
        } else {
            outbox.fail(.messageTooLong)
        }
        session.performWaitingMove(into: &outbox)
        finishWork()
    }

    /// Returns the bodies of all messages since the last call, in their order.
    public mutating func receive() -> [String] {
        var bodies: [String] = []
        receive { bodies.append(String(decoding: $0, as: UTF8.self)) }
        return bodies
    }

    /// Calls `each` with the bodies of all messages since the last call, in their order; the bytes are valid during the call.
    public mutating func receive(_ each: (UnsafeRawBufferPointer) -> Void) {
        outbox.drain { bytes in
            for body in bytes.split(separator: UInt8(ascii: "\n")) { each(UnsafeRawBufferPointer(rebasing: body)) }
            return bytes.count
        }
    }

    /// Lets time pass: animations go on, and due work is done. It has no effect with the client's clock.
    ///
    /// - Parameter time: in milliseconds since any origin; it never goes back.
    public mutating func advance(to time: Double) {
        if session.exitCode != nil { return }
        session.advance(to: time, into: &outbox)
        finishWork()
    }

    /// Ends the conversation: autosaves are performed, and files are unlocked. Bodies can still be received.
    ///
    /// - Returns: the exit status, 0 if the client sent `shutdown`.
    @discardableResult
    public mutating func close() -> Int32 {
        session.endOfInput(into: &outbox)
        finishWork()
        session.releaseFiles()
        return session.exitCode ?? 1
    }

    /// Runs the waiting jobs, one after the other, and waits for the disk before it reports changes.
    private mutating func finishWork() {
        while session.hasNextJob, let job = session.nextJob(into: &outbox) {
            let number = job.number
            session.finish(number, job.run { false }, into: &outbox)
        }
        session.syncJournals(into: &outbox)
    }
}
