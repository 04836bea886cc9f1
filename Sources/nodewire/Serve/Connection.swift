import Graph
import Host
import Server

/// A client of a server that many share: its socket, and what was read of it.
final class Connection {
    /// The most bytes that are read of a client before it is the turn of the others.
    private static let turnBytes = 64 << 10
    /// The number of bytes to write at which no more of its messages are performed in a turn.
    private static let batchBytes = 64 << 10
    /// The number of bytes to write at which nothing more is read of it.
    private static let pausedBytes = 1 << 20

    let client: Int
    let socket: StreamSocket
    private var framing = Framing()
    private var input: InputBuffer
    /// Is true if messages may be at hand that were not performed in the last turn.
    private(set) var hasMore = false
    /// Is true if the client has ended what it sends.
    private(set) var hasEnded = false
    /// Is true if it can be written to no more.
    private(set) var isGone = false
    /// The time since when it has taken no bytes of those that wait, in milliseconds; nil while none wait.
    private var heldUpSince: Double?
    /// The time since when something has waited for it, in milliseconds; nil while nothing does.
    private var behindSince: Double?

    /// Is true if it has yet to say the token.
    private(set) var isUnknown: Bool

    /// The number of checks that it has seen for events that do not wake the process.
    var ticks = 0

    /// Fails when there is no memory.
    ///
    /// - Parameter session: which the client has joined.
    init?(_ client: Int, _ socket: StreamSocket, in session: SharedSession) {
        guard let input = InputBuffer() else { return nil }
        framing.limits.messageBytes = session.messageBytes(of: client)
        isUnknown = session.isUnknown(client)
        self.client = client
        self.socket = socket
        self.input = input
    }

    /// Returns the events for which it is waited.
    func polled(_ session: SharedSession) -> Platform.Polled {
        let waiting = session.waiting(of: client)
        return Platform.Polled(
            socket.descriptor, reads: !hasEnded && waiting < Self.pausedBytes && !session.isFull, writes: waiting > 0)
    }

    /// Reads what has come, once.
    func read() {
        switch input.read(atMost: Self.turnBytes, socket.read) {
        case .bytes(0): hasEnded = true
        case .bytes: hasMore = true
        case .wouldBlock, .interrupted: return
        case .failed: isGone = true
        }
        if hasEnded { hasMore = true }
    }

    /// Performs the messages at hand, but no more than a turn's.
    func perform(in session: inout SharedSession) {
        let enough = session.waiting(of: client) + Self.batchBytes
        while session.exitCode(of: client) == nil, session.waiting(of: client) < enough, !session.isFull {
            guard receive(input.next(&framing), in: &session) else {
                if hasEnded { finish(in: &session) }
                hasMore = false
                break
            }
        }
        session.performWaitingMove(of: client)
        if isUnknown { isUnknown = session.isUnknown(client) }
    }

    private func receive(_ event: Framing.Event, in session: inout SharedSession) -> Bool {
        switch event {
        case .message(let range):
            session.receive(input[range], from: client, framing.style ?? .headers)
            framing.limits.messageBytes = session.messageBytes(of: client)
        case .failure(let failure): session.framingFailed(failure, from: client)
        case .needMore: return false
        }
        return true
    }

    private func finish(in session: inout SharedSession) {
        while receive(input.finish(&framing), in: &session) {}
        session.endOfInput(of: client)
    }

    /// Writes what waits, until no more is taken.
    func write(from session: inout SharedSession, at now: Double) {
        while !isGone, session.waiting(of: client) > 0 {
            var transfer = Platform.Transfer.failed
            session.drain(client) { bytes in
                transfer = socket.write(bytes)
                if case .bytes(let count) = transfer { return count }
                return 0
            }
            switch transfer {
            case .bytes: heldUpSince = nil
            case .wouldBlock, .interrupted:
                heldUpSince = heldUpSince ?? now
                behindSince = behindSince ?? now
                return
            case .failed: isGone = true
            }
        }
        (heldUpSince, behindSince) = (nil, nil)
    }

    /// Is true if something has waited for it for a second.
    func isBehind(at now: Double) -> Bool { now - (behindSince ?? now) > 1000 }

    /// Is true if more waits for it than may, and it does not read.
    func isTooSlow(_ session: SharedSession, at now: Double) -> Bool {
        let waiting = session.waiting(of: client)
        if waiting <= Limits.unreadBytes { return false }
        return waiting > SharedSession.mostBytes || now - (heldUpSince ?? now) > 1000
    }

    /// Is true if its conversation is over, and all is written.
    func isDone(_ session: SharedSession) -> Bool {
        if isGone { return true }
        if session.waiting(of: client) > 0 { return false }
        return session.exitCode(of: client) != nil || hasEnded && !hasMore && !session.hasRequests(of: client)
    }

    /// Gives it up: because its process has ended, it has not said the token, or another one comes in its place.
    func giveUp() { isGone = true }

    /// Notes that the other end is closed in both directions.
    func noteClosed() { if hasEnded { isGone = true } }
}
