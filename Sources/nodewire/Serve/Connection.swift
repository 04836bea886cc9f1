import Graph
import Host
import Server

/// A client of a shared server: its socket, and its unread bytes.
final class Connection {
    /// The framing of its messages.
    private enum Input {
        case stream(Framing)
        case webSocket(WebSocketFraming)
    }

    /// The greatest number of bytes that are read of a client before it is the turn of the others.
    private static let turnBytes = 64 << 10
    /// The number of unwritten bytes above which no more of its messages are performed in a turn.
    private static let batchBytes = 64 << 10
    /// The number of unwritten bytes above which nothing more is read from it.
    private static let pausedBytes = 1 << 20
    /// The time for the other end of a WebSocket to answer a close frame, in milliseconds.
    private static let patience = 1000.0
    /// The number of checks without a word of it after which a WebSocket is pinged, and after which it is given up.
    private static let (quietTicks, silentTicks) = (10, 90)

    let client: Int
    let socket: StreamSocket
    private var framing: Input
    private var input: InputBuffer
    /// Is true if messages may be at hand that were not performed in the last turn.
    private(set) var hasMore = false
    /// Is true if the client has closed its sending side.
    private(set) var hasEnded = false
    /// Is true if it can no longer be written to.
    private(set) var isGone = false
    /// The time since which it has read none of the waiting bytes, in milliseconds; nil while none wait.
    private var heldUpSince: Double?
    /// The time since when something has waited for it, in milliseconds; nil while nothing does.
    private var behindSince: Double?
    /// Is true if the goodbye of a WebSocket was sent.
    private var hasSaidGoodbye = false
    /// The time of the close frame, in milliseconds.
    private var leftAt: Double?

    /// Is true if it has yet to say the token.
    private(set) var isUnknown: Bool

    /// The number of checks that it has seen for events that do not wake the process.
    private var ticks = 0
    /// The number of them since it was last heard of.
    private var quiet = 0

    /// Fails when there is no memory.
    ///
    /// - Parameter session: which the client has joined.
    init?(_ client: Int, _ socket: StreamSocket, in session: SharedSession) {
        guard let input = InputBuffer() else { return nil }
        var framing = Framing()
        framing.limits.messageBytes = session.messageBytes(of: client)
        self.framing = .stream(framing)
        isUnknown = session.isUnknown(client)
        self.client = client
        self.socket = socket
        self.input = input
    }

    /// The client that a visitor becomes, at a WebSocket: the bytes after its request are its first message.
    init(_ client: Int, _ socket: StreamSocket, _ input: consuming InputBuffer, in session: SharedSession) {
        framing = .webSocket(WebSocketFraming(messageBytes: session.messageBytes(of: client)))
        isUnknown = session.isUnknown(client)
        self.client = client
        self.socket = socket
        self.input = input
        hasMore = true
    }

    /// Returns the events for which it is waited.
    func polled(_ session: SharedSession) -> Platform.Polled {
        let waiting = session.waiting(of: client)
        return Platform.Polled(
            socket.descriptor, reads: !hasEnded && waiting < Self.pausedBytes && !session.isFull, writes: waiting > 0)
    }

    /// Reads the arrived bytes, once.
    func read() {
        switch input.read(atMost: Self.turnBytes, socket.read) {
        case .bytes(0): hasEnded = true
        case .bytes: hasMore = true
        case .wouldBlock, .interrupted: return
        case .failed: isGone = true
        }
        quiet = 0
        if hasEnded { hasMore = true }
    }

    /// Performs the available messages, but no more than a turn's.
    func perform(in session: inout SharedSession) {
        let enough = session.waiting(of: client) + Self.batchBytes
        while session.exitCode(of: client) == nil, session.waiting(of: client) < enough, !session.isFull {
            guard receive(in: &session) else {
                if hasEnded { finish(in: &session) }
                hasMore = false
                break
            }
        }
        session.performWaitingMove(of: client)
        if isUnknown { isUnknown = session.isUnknown(client) }
        if session.exitCode(of: client) != nil { sayGoodbye(1000, "the conversation is over", in: &session) }
    }

    private func receive(in session: inout SharedSession) -> Bool {
        switch framing {
        case .stream(var framing):
            defer { self.framing = .stream(framing) }
            return receive(input.next(&framing), &framing, in: &session)
        case .webSocket(var framing):
            if hasSaidGoodbye { return false }
            let event = input.next(&framing)
            if case .message(let range) = event {
                session.receive(input[range], from: client, .webSocket)
                framing.messageBytes = session.messageBytes(of: client)
            }
            self.framing = .webSocket(framing)
            return receive(event, in: &session)
        }
    }

    private func receive(_ event: Framing.Event, _ framing: inout Framing, in session: inout SharedSession) -> Bool {
        switch event {
        case .message(let range):
            session.receive(input[range], from: client, framing.style ?? .headers)
            framing.limits.messageBytes = session.messageBytes(of: client)
        case .failure(let failure): session.framingFailed(failure, from: client)
        case .needMore: return false
        }
        return true
    }

    private func receive(_ event: WebSocketFraming.Event, in session: inout SharedSession) -> Bool {
        switch event {
        case .message: return true
        case .ping(let range):
            session.send(WebSocketFrame.control(.pong, input[range]), to: client)
            return true
        case .close(let status): sayGoodbye(status, in: &session)
        case .failure(let status, let reason): sayGoodbye(status, reason, in: &session)
        case .needMore: return false
        }
        return false
    }

    /// Ends the conversation at a WebSocket with a close frame; at any other socket the end of the stream is enough.
    func sayGoodbye(_ status: UInt16, _ reason: String = "", in session: inout SharedSession) {
        guard case .webSocket = framing, !hasSaidGoodbye else { return }
        hasSaidGoodbye = true
        session.send(WebSocketFrame.close(status, reason), to: client)
    }

    private func finish(in session: inout SharedSession) {
        if case .stream(var framing) = framing {
            while receive(input.finish(&framing), &framing, in: &session) {}
            self.framing = .stream(framing)
        }
        session.endOfInput(of: client)
    }

    /// Writes the waiting bytes, until no more are accepted.
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
        if hasSaidGoodbye, leftAt == nil {
            leftAt = now
            socket.endOutput()
        }
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
    func isDone(_ session: SharedSession, at now: Double) -> Bool {
        if isGone { return true }
        if session.waiting(of: client) > 0 { return false }
        if let leftAt { return hasEnded || now - leftAt > Self.patience }
        return session.exitCode(of: client) != nil || hasEnded && !hasMore && !session.hasRequests(of: client)
    }

    /// Checks periodically whether it has gone silently; a WebSocket is pinged.
    ///
    /// - Parameter ticksForToken: the number of checks within which it must send the token.
    func check(_ session: inout SharedSession, ticksForToken: Int) {
        ticks += 1
        quiet += 1
        if ticks > ticksForToken, isUnknown { giveUp() }
        if let process = session.watchedProcess(of: client), !Platform.isRunning(process) { giveUp() }
        guard case .webSocket = framing, !hasSaidGoodbye else { return }
        if quiet > Self.silentTicks {
            giveUp()
        } else if quiet % Self.quietTicks == 0 {
            session.send(WebSocketFrame.control(.ping, []), to: client)
        }
    }

    /// Gives it up: its process has ended, it has not sent the token, or another one replaces it.
    func giveUp() { isGone = true }

    /// Notes that the other end is closed in both directions.
    func noteClosed() { if hasEnded { isGone = true } }
}
