import Graph
import Storage
import Wire

/// One session for any number of clients, each with its own conversation about documents that all of them may open.
///
/// Between two messages the session has no current client; while a message is performed, its sender is the current
/// one.
public struct SharedSession {
    /// The number of waiting bytes at which any client is cut off: more than the longest reply.
    public static let mostBytes = Limits.messageBytes + 2 * Limits.unreadBytes

    /// The longest message of a client that has not said the token, in bytes.
    private static let firstMessageBytes = 64 << 10

    private var session: Session
    /// The messages without a receiver; they are dropped.
    private var dropped = Outbox()
    private var count = 0
    /// The number of bytes, waiting for all clients together, at which no message is answered until others have read.
    var mostUnread = Limits.unreadBytesOfAll
    /// The number of bytes that waited for all clients when it was last measured, and of replies since.
    private var unread = 0

    /// - Parameters: as those of `Session`.
    public init(
        files: any FileAccess, version: String, forkJoin: ForkJoin = .serial, nonce: String = "",
        stopwatch: (@Sendable () -> Int)? = nil
    ) {
        session = Session(
            files: files, version: version, forkJoin: forkJoin, sharesDocuments: true, nonce: nonce,
            stopwatch: stopwatch)
    }

    // MARK: Clients

    /// Begins a conversation; returns the unique number of its client.
    ///
    /// - Parameter token: the token required by its `initialize`; nil if none is.
    public mutating func join(token: String? = nil) -> Int {
        count += 1
        var client = Client(methods: UsedMethods(of: session.client.methods.table))
        client.token = token
        if token != nil { client.limits.messageBytes = Self.firstMessageBytes }
        client.number = count
        client.opened = [:]
        session.peers.append(client)
        let number = count
        perform { session, _ in session.log.note(.info, "client \(number) has come") }
        return count
    }

    /// Ends the conversation of a client that is gone, or that is cut off because it does not read, and gives up its
    /// state.
    public mutating func leave(_ client: Int, isCutOff: Bool = false) {
        let waiting = waiting(of: client)
        perform(as: client) { $0.giveUpAll(into: &$1) }
        guard let index = session.peers.index(ofClient: client) else { return }
        session.metrics.sentBytesOfGone += session.peers.remove(at: index).outbox.sentBytes
        session.log.follow(session.client, session.peers)
        perform { session, _ in
            if isCutOff {
                session.log.note(.warning, "client \(client) is cut off: it has not read \(waiting) bytes")
            } else {
                session.log.note(.info, "client \(client) has gone")
            }
        }
    }

    /// The client will send nothing more; its requests that are under way are still answered.
    public mutating func endOfInput(of client: Int) {
        perform(as: client) { session, outbox in
            session.performWaitingMove(into: &outbox)
            session.giveUpQuestions(into: &outbox)
        }
    }

    /// Is true if requests of a client are unanswered.
    public func hasRequests(of client: Int) -> Bool {
        session.documents.jobs.hasRequests(of: client) || session.documents.questions.hasRequests(of: client)
    }

    /// The code with which a client ended its conversation; nil as long as it goes on.
    public func exitCode(of client: Int) -> Int32? { read(client) { $0.client.exitCode } ?? nil }

    /// Is true if a client has yet to say the token.
    public func isUnknown(_ client: Int) -> Bool {
        read(client) { $0.client.token != nil && $0.client.lifecycle == .new } ?? false
    }

    /// The process whose end ends the conversation of a client, if it named one.
    public func watchedProcess(of client: Int) -> Int32? { read(client) { $0.client.watchedProcess } ?? nil }

    /// The longest message that a client may send, in bytes.
    public func messageBytes(of client: Int) -> Int { read(client) { $0.client.limits.messageBytes } ?? 0 }

    /// The number of bytes that wait to be written to a client.
    public func waiting(of client: Int) -> Int { read(client) { $0.outbox.waiting } ?? 0 }

    /// Reads something of a client, which is not copied for that; nil if it is gone.
    @inline(__always)
    private func read<Value>(_ client: Int, _ body: (borrowing Peer) -> Value) -> Value? {
        guard let index = session.peers.index(ofClient: client) else { return nil }
        return body(session.peers[index])
    }

    /// Gives the bytes that wait for a client to `write`, which returns how many of them it has written.
    public mutating func drain(_ client: Int, _ write: (UnsafeRawBufferPointer) -> Int) {
        guard let index = session.peers.index(ofClient: client) else { return }
        session.peers[index].outbox.drain(write)
        if session.peers[index].client.isBehind && session.peers[index].outbox.waiting == 0 {
            perform(as: client) { $0.catchUpWithFrames(into: &$1) }
        }
    }

    // MARK: The sum

    /// Is true if more waits for all clients than may: no message is performed until some of it is read or dropped.
    public var isFull: Bool { unreadBytes > mostUnread }

    /// The number of bytes that wait for all clients.
    var unreadBytes: Int { unread + session.announcements.bytes }

    /// Counts the bytes that wait for all clients, shared ones once. If there are too many, `document/reset` replaces
    /// changes, first for the clients with the most waiting bytes.
    ///
    /// - Complexity: O(*n*) in the clients.
    public mutating func relieve() {
        session.announcements.release()
        unread = session.peers.reduce(0) { $0 + $1.outbox.ownWaiting }
        if !isFull { return }
        let slow = session.peers.indices.map { ($0, session.peers[$0].outbox.resettableBytes) }.filter { $0.1 > 0 }
        for (index, _) in slow.sorted(by: { $0.1 > $1.1 }) {
            session.peers.reset(index, session.documents)
            session.announcements.release()
            if !isFull { return }
        }
    }

    // MARK: Messages

    /// Performs one message of a client, which frames its messages so.
    public mutating func receive(_ body: UnsafeBufferPointer<UInt8>, from client: Int, _ style: Framing.Style) {
        var growth = 0
        perform(as: client) { session, outbox in
            let waiting = outbox.ownWaiting
            outbox.style = style
            session.receive(body, into: &outbox)
            growth = outbox.ownWaiting - waiting
        }
        unread += growth
    }

    /// Sends a client bytes that are no message: the end of a handshake, or a frame of a WebSocket.
    public mutating func send(_ bytes: [UInt8], to client: Int) {
        guard let index = session.peers.index(ofClient: client) else { return }
        session.peers[index].outbox.add(frame: bytes)
        unread += bytes.count
    }

    /// Answers input of a client that holds no message.
    public mutating func framingFailed(_ failure: Framing.Failure, from client: Int) {
        perform(as: client) { $1.fail(failure) }
    }

    /// Performs the movement of a client that waits for a later one: when no message of it is at hand.
    public mutating func performWaitingMove(of client: Int) {
        perform(as: client) { $0.performWaitingMove(into: &$1) }
    }

    private mutating func perform(as client: Int, _ body: (inout Session, inout Outbox) -> Void) {
        session.with(client, &dropped, body)
        dropUnread()
    }

    /// Performs work without a request.
    private mutating func perform<Value>(_ body: (inout Session, inout Outbox) -> Value) -> Value {
        defer {
            session.log.send(upTo: session.client.logLevel, &dropped, &session.peers)
            dropUnread()
        }
        return body(&session, &dropped)
    }

    private mutating func dropUnread() { if dropped.waiting > 0 { dropped.drain { $0.count } } }

    // MARK: Time, jobs and files, as those of `Session`

    /// The next time at which `advance` must be called, in milliseconds; nil while nothing waits for time.
    public var nextDeadline: Double? { session.nextDeadline }
    /// Is true if a job waits for `nextJob`.
    public var hasNextJob: Bool { session.hasNextJob }
    /// Is true if requests are unanswered because their jobs wait or run.
    public var hasJobs: Bool { session.hasJobs }
    /// Is true if the result of the job that was handed out is no longer needed.
    public var isJobStopped: Bool { session.isJobStopped }
    /// The files whose state is checked periodically.
    public var watchedFiles: [Session.WatchedFile] { session.watchedFiles }

    /// Moves the time on, in milliseconds since any origin.
    public mutating func advance(to time: Double) { perform { $0.advance(to: time, into: &$1) } }

    /// Returns the next job to run; nil while one runs, or if none waits.
    public mutating func nextJob() -> Job? { perform { $0.nextJob(into: &$1) } }

    /// Reports which percentage of a job is done.
    public mutating func report(_ number: Int, percent: Int) {
        perform { $0.report(number, percent: percent, into: &$1) }
    }

    /// Accepts the result of a job by its number, and sends the waiting reply.
    public mutating func finish(_ number: Int, _ result: JobResult) {
        perform { $0.finish(number, result, into: &$1) }
    }

    /// Cancels all jobs, because the process ends.
    public mutating func cancelJobs() { perform { $0.cancelJobs(into: &$1) } }

    /// Notes a new version of a document's file with the same contents.
    public mutating func fileWasTouched(ofDocument name: String, _ version: FileVersion) {
        session.fileWasTouched(ofDocument: name, version)
    }

    /// Others have changed the file of a document.
    public mutating func fileWasChanged(ofDocument name: String) {
        perform { $0.fileWasChanged(ofDocument: name, into: &$1) }
    }

    /// Sets the level of log entries that the process wants.
    public mutating func setLogLevel(_ level: LogLevel) { session.log.processLevel = level }

    /// Returns the entries of the log that the process is yet to write.
    public mutating func takeLog() -> [LogEntry] { session.log.take() }

    /// Waits until all changes are on the disk, if required, before their effects are written to clients.
    public mutating func syncJournals() { perform { $0.syncJournals(into: &$1) } }

    /// Performs pending autosaves, and removes the locks of files, because the process ends.
    public mutating func end() {
        perform { $0.autosaveAll(into: &$1) }
        session.releaseFiles()
    }
}
