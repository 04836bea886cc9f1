import Synchronization

/// The calls that wait for their replies, and the sequences that wait for notifications.
final class Inbox: Sendable {
    typealias Members = KeyedDecodingContainer<Key>
    typealias Answer = @Sendable (_ id: JSON, Members) throws -> Void

    private struct State {
        var lastId = 0
        var pending: [Int: any PendingCall] = [:]
        var listeners: [String: [WeakListener]] = [:]
        var answers: [String: Answer] = [:]
        var end: ConnectionError?
        var isLeaving = false
        var message: MessageBytes?
    }

    private let state = Mutex(State())

    var reason: ConnectionError { state.withLock { $0.end ?? .closed } }
    /// The message that is received, while it is.
    var message: MessageBytes? {
        get { state.withLock { $0.message } }
        set { state.withLock { $0.message = newValue } }
    }
    var hasEnded: Bool { state.withLock { $0.end != nil } }

    func newId() -> Int {
        state.withLock { state in
            state.lastId += 1
            return state.lastId
        }
    }

    /// Has a call wait; false if the conversation has ended.
    func add(_ call: any PendingCall, _ id: Int) -> Bool {
        state.withLock { state in
            if state.end != nil { return false }
            state.pending[id] = call
            return true
        }
    }

    func isPending(_ id: Int) -> Bool { state.withLock { $0.pending[id] != nil } }

    func remove(_ id: Int) -> (any PendingCall)? { state.withLock { $0.pending.removeValue(forKey: id) } }

    func add(_ listener: some Listener, to method: String) {
        let end = state.withLock { state in
            let others = state.listeners[method, default: []].filter { $0.listener != nil }
            state.listeners[method] = others + [WeakListener(listener: listener)]
            return state.end
        }
        if let end { listener.end(end) }
    }

    func setAnswer(to method: String, _ answer: @escaping Answer) { state.withLock { $0.answers[method] = answer } }

    /// Has the end count as one in order, whatever it comes by.
    func leave() { state.withLock { $0.isLeaving = true } }

    /// Ends all that waits, if nothing has before.
    func end(_ reason: ConnectionError) {
        let (calls, listeners, reason) = state.withLock { state in
            if let end = state.end { return ([any PendingCall](), [WeakListener](), end) }
            let end = state.isLeaving ? .closed : reason
            defer { (state.pending, state.listeners, state.end) = ([:], [:], end) }
            return (Array(state.pending.values), state.listeners.values.flatMap { $0 }, end)
        }
        for call in calls { call.fail(reason) }
        for one in listeners { one.listener?.end(reason) }
    }

    /// Hands on a reply.
    func finish(_ id: Int, _ members: Members) { remove(id)?.finish(members) }

    /// Hands on a notification.
    func notify(_ method: String, _ members: Members) {
        for one in state.withLock({ $0.listeners[method] ?? [] }) { one.listener?.take(members) }
    }

    /// Hands on a request of the server; false if there is no answer to it.
    func ask(_ method: String, _ id: JSON, _ members: Members) throws -> Bool {
        guard let answer = state.withLock({ $0.answers[method] }) else { return false }
        try answer(id, members)
        return true
    }
}

/// A message of the server, handed on to the inbox of its decoder as it is read: so it is parsed once.
struct Received: Decodable {
    /// The id of a request of the server to which there is no answer.
    private(set) var unanswered: JSON?

    init(from decoder: any Decoder) throws {
        guard let inbox = decoder.userInfo[.inbox] as? Inbox else { return }
        let members = try decoder.container(keyedBy: Key.self)
        guard let method: String = try members.readIfPresent("method") else {
            // A reply without a number is to a message that no call has sent.
            if let id: Int = try members.readIfPresent("id") { inbox.finish(id, members) }
            return
        }
        if let id: JSON = try members.readIfPresent("id") {
            unanswered = try inbox.ask(method, id, members) ? nil : id
        } else {
            inbox.notify(method, members)
        }
    }
}

extension CodingUserInfoKey {
    static var inbox: CodingUserInfoKey { inboxKey }
}

private let inboxKey: CodingUserInfoKey = CodingUserInfoKey(rawValue: "inbox").unsafelyUnwrapped

/// A call that waits for its reply.
protocol PendingCall: Sendable {
    func finish(_ members: Inbox.Members)
    func fail(_ error: any Error)
}

/// A call with the task that waits.
struct Pending<Result: Decodable & Sendable>: PendingCall {
    let continuation: UnsafeContinuation<Result, any Error>

    func finish(_ members: Inbox.Members) {
        do {
            if let error: ServerError = try members.readIfPresent("error") {
                return fail(error.isCancellation ? CancellationError() : error)
            }
            continuation.resume(returning: try members.read("result"))
        } catch {
            fail(error)
        }
    }

    func fail(_ error: any Error) { continuation.resume(throwing: error) }
}

/// An object that takes the notifications of one kind.
protocol Listener: AnyObject, Sendable {
    func take(_ members: Inbox.Members)
    func end(_ reason: ConnectionError)
}

/// A listener as long as another holds it.
struct WeakListener {
    weak var listener: (any Listener)?
}
