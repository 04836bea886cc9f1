import Graph
import Host
import Server

/// The main thread of a server with many clients: it waits for all of them at once, and gives each its turn.
struct SocketLoop: ~Copyable {
    /// The seconds between checks for events that do not wake the process.
    private static let tickSeconds = 2
    /// The number of such intervals after which a client without the token is disconnected.
    private static let ticksForToken = 5
    /// The time after a signal in which clients may read their waiting output, in milliseconds.
    private static let patience = 1000.0
    /// The interval of checks whether clients have read, while too much waits for all of them, in milliseconds.
    private static let pause = 100.0

    private var session: SharedSession
    private var worker = Worker()
    private var connections: [Connection] = []
    /// The connections at doors that are no clients yet.
    private var visitors: [Visitor] = []
    private let listeners: [Listener]
    private let files: Files
    /// Is true while the process runs as long as its standard input does.
    private var followsInput: Bool
    /// Is false while the process has no descriptor for another client: until one has left, or the next check.
    private var mayAccept = true
    /// Is true if standard input has ended, which ends the process.
    private var hasInputEnded = false

    init(_ session: SharedSession, _ listeners: [Listener], files: Files, followsInput: Bool) {
        self.followsInput = followsInput
        self.session = session
        self.listeners = listeners
        self.files = files
    }

    /// Serves until a signal asks the process to end; returns the exit code.
    mutating func run() -> Int32 {
        Platform.setTick(seconds: Self.tickSeconds)
        while !isStopRequested && !hasInputEnded {
            wait(atMost: waitingTime)
            session.advance(to: Platform.now + Platform.origin)
            turn()
            write()
            if isTickDue { checkUnreported() }
        }
        end()
        return 0
    }

    private var waitingTime: Double? {
        if session.isFull { return Self.pause }
        if connections.contains(where: { $0.hasMore }) { return 0 }
        return session.nextDeadline.map { max($0 - Platform.origin - Platform.now, 0) }
    }

    /// Waits for input, and reads it.
    private mutating func wait(atMost milliseconds: Double?) {
        // Also the job of a client that has gone.
        if session.isJobStopped { worker.stop() }
        var polled = [
            Platform.Polled(worker.wakePipe, reads: true), Platform.Polled(followsInput ? 0 : -1, reads: true),
        ]
        let isOpen = mayAccept && hasSpace
        for listener in listeners { polled.append(Platform.Polled(listener.socket.descriptor, reads: isOpen)) }
        for visitor in visitors { polled.append(visitor.polled) }
        for connection in connections { polled.append(connection.polled(session)) }
        Platform.wait(for: &polled, atMost: milliseconds)
        let (first, known) = (2 + listeners.count, 2 + listeners.count + visitors.count)
        for (connection, polled) in zip(connections, polled[known...]) {
            if polled.isReadable { connection.read() }
            if polled.isClosed && !polled.isReadable { connection.noteClosed() }
        }
        serveVisitors(polled[first..<known])
        if polled[0].isReadable { followJob() }
        if polled[1].isReadable || polled[1].isClosed { readInput() }
        for (listener, polled) in zip(listeners, polled[2...]) where polled.isReadable { accept(from: listener) }
    }

    /// Discards the content of standard input.
    private mutating func readInput() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            switch Platform.readInput(into: buffer) {
            case .bytes(0), .failed: hasInputEnded = true
            case .bytes, .wouldBlock, .interrupted: return
            }
        }
    }

    /// Answers the requests of connections that are not yet clients; a request for a WebSocket makes one.
    private mutating func serveVisitors(_ polled: ArraySlice<Platform.Polled>) {
        for (visitor, polled) in zip(visitors, polled) {
            guard let begin = visitor.serve(polled), let input = visitor.takeInput() else { continue }
            let client = session.join(token: begin.isKnown ? nil : visitor.door.token)
            session.send(begin.handshake, to: client)
            connections.append(Connection(client, visitor.socket, input, in: session))
        }
        visitors.removeAll { visitor in
            if visitor.isGone { visitor.socket.close() }
            return visitor.isGone || visitor.isClient
        }
    }

    /// Is true if another client may connect; those without the token are counted separately.
    private var hasSpace: Bool { connections.count - unknownCount < Limits.clients }

    private var unknownCount: Int { connections.count { $0.isUnknown } }

    /// Accepts clients, at most as many as may be unknown: so each has had a turn before it is replaced.
    private mutating func accept(from listener: Listener) {
        for _ in 0..<Limits.unknownClients where hasSpace {
            let accepted = listener.socket.accept()
            mayAccept = accepted != .noDescriptor
            guard case .client(let socket) = accepted else { return }
            if let door = listener.door {
                if let visitor = Visitor(socket, at: door) { visitors.append(visitor) } else { socket.close() }
                continue
            }
            let client = session.join(token: listener.token)
            if let connection = Connection(client, socket, in: session) {
                connections.append(connection)
            } else {
                session.leave(client)
                socket.close()
            }
        }
    }

    /// Disconnects the oldest clients without the token, if there are too many of them, or no descriptor for another
    /// one.
    private func dropStrangers() {
        for visitor in visitors.prefix(max(visitors.count - Limits.unknownClients, 0)) { visitor.giveUp() }
        let excess = max(unknownCount - Limits.unknownClients, mayAccept ? 0 : 1)
        if excess == 0 { return }
        let unknown = connections.filter { $0.isUnknown }.sorted { $0.client < $1.client }
        for connection in unknown.prefix(excess) { connection.giveUp() }
    }

    /// Lets each client with messages at hand have its turn; the first one is the last the next time.
    private mutating func turn() {
        for connection in connections where connection.hasMore { connection.perform(in: &session) }
        if connections.count > 1 { connections.append(connections.removeFirst()) }
        dropStrangers()
        if session.hasNextJob, !session.isFull { startJob() }
    }

    /// Writes the waiting output of all, and drops those that are gone.
    private mutating func write() {
        session.syncJournals()
        let now = Platform.now
        for connection in connections { connection.write(from: &session, at: now) }
        session.relieve()
        let slowest = slowest(at: now)
        connections.removeAll { connection in
            let isTooSlow = connection === slowest || connection.isTooSlow(session, at: now)
            guard isTooSlow || connection.isDone(session, at: now) else { return false }
            connection.socket.close()
            session.leave(connection.client, isCutOff: isTooSlow)
            mayAccept = true
            return true
        }
        writeLog(session.takeLog())
    }

    /// The client for which most waits, if too much waits for all of them and it has not read all of it for a second.
    private func slowest(at now: Double) -> Connection? {
        if !session.isFull { return nil }
        return connections.filter { $0.isBehind(at: now) }
            .max { session.waiting(of: $0.client) < session.waiting(of: $1.client) }
    }

    // MARK: Jobs

    private mutating func startJob() {
        guard let job = session.nextJob(), let result = worker.perform(job) else { return }
        session.finish(job.number, result)
    }

    private mutating func followJob() {
        switch worker.next() {
        case .reached(let number, let percent): session.report(number, percent: percent)
        case .ended(let number, let result): session.finish(number, result)
        case nil: return
        }
    }

    // MARK: What does not wake the process

    private mutating func checkUnreported() {
        isTickDue = false
        mayAccept = true
        for file in session.watchedFiles {
            switch files.change(of: file.path, since: file.version) {
            case .none: continue
            case .touched(let version): session.fileWasTouched(ofDocument: file.document, version)
            case .changed: session.fileWasChanged(ofDocument: file.document)
            }
        }
        for connection in connections { connection.check(&session, ticksForToken: Self.ticksForToken) }
        for visitor in visitors { visitor.check(ticksForRequest: Self.ticksForToken) }
    }

    /// Ends everything: jobs are aborted, unsaved changes stay in journals, clients may read their waiting output.
    private mutating func end() {
        worker.stop()
        session.cancelJobs()
        session.end()
        session.syncJournals()
        for connection in connections { connection.sayGoodbye(1001, "the server has ended", in: &session) }
        let deadline = Platform.now + Self.patience
        while Platform.now < deadline {
            for connection in connections { connection.write(from: &session, at: Platform.now) }
            var polled = connections.filter { !$0.isGone && session.waiting(of: $0.client) > 0 }
                .map { Platform.Polled($0.socket.descriptor, writes: true) }
            if polled.isEmpty { break }
            Platform.wait(for: &polled, atMost: max(deadline - Platform.now, 0))
        }
        for socket in connections.map(\.socket) + visitors.map(\.socket) { socket.close() }
        while worker.isBusy, Platform.now < deadline {
            var polled = [Platform.Polled(worker.wakePipe, reads: true)]
            Platform.wait(for: &polled, atMost: max(deadline - Platform.now, 0))
            if polled[0].isReadable { _ = worker.next() }
        }
    }
}
