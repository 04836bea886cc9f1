#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import NodewireProtocol
import Synchronization
import Wire

/// The calls that wait for replies, and the sequences that wait for notifications.
final class Inbox: Sendable {
    /// Receives the parameters of a request of the server; its id is in its written form.
    typealias Answer = @Sendable (_ id: [UInt8], MessagePart) -> Void

    private struct State {
        var lastId = 0
        var pending: [Int: any PendingCall] = [:]
        var listeners: [String: [WeakListener]] = [:]
        var answers: [String: Answer] = [:]
        var end: ConnectionError?
        var isLeaving = false
    }

    private let state = Mutex(State())

    var reason: ConnectionError { state.withLock { $0.end ?? .closed } }
    var hasEnded: Bool { state.withLock { $0.end != nil } }

    func newId() -> Int {
        state.withLock { state in
            state.lastId += 1
            return state.lastId
        }
    }

    /// Registers a call that waits; false if the conversation has ended.
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

    /// Makes the end count as one in order, whatever its cause.
    func leave() { state.withLock { $0.isLeaving = true } }

    /// Ends everything that waits, unless it has already ended.
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

    /// Delivers a message of the server.
    ///
    /// - Returns: the id of a request without a handler, in its written form.
    /// - Throws: if the message is malformed.
    func receive(_ body: UnsafeBufferPointer<UInt8>, _ decoder: JSONDecoder) throws -> [UInt8]? {
        let message = try Message(body)
        func part(_ range: Range<Int>) -> MessagePart {
            MessagePart(bytes: UnsafeBufferPointer(rebasing: body[range]), decoder: decoder)
        }
        let content = part(message.content ?? 0..<0)
        guard let method = message.method else {
            // A reply without a number is to a message that no call has sent.
            guard let id = message.number(body), let call = remove(id) else { return nil }
            call.finish(content, error: message.error.map(part))
            return nil
        }
        guard let range = message.id else {
            let listeners = state.withLock { $0.listeners[method] ?? [] }
            for one in listeners { one.listener?.take(content) }
            return nil
        }
        let id = Array(body[range])
        guard let answer = state.withLock({ $0.answers[method] }) else { return id }
        answer(id, content)
        return nil
    }
}

/// The members of a message, found in one pass over its bytes; only requested members are read further.
private struct Message {
    var id: Range<Int>?
    var method: String?
    /// The `params` or the `result`.
    var content: Range<Int>?
    var error: Range<Int>?

    init(_ body: UnsafeBufferPointer<UInt8>) throws {
        var (id, method, content, error): (Range<Int>?, Range<Int>?, Range<Int>?, Range<Int>?) = (nil, nil, nil, nil)
        let mistake = JSONSyntax.validate(body, depthLimit: JSONSyntax.maximumDepth) { name, value in
            switch try? name.string() {
            case "id": id = value
            case "method": method = value
            case "params", "result": content = value
            case "error": error = value
            default: break
            }
        }
        if let mistake { throw mistake }
        (self.id, self.content, self.error) = (id, content, error)
        if let method {
            var cursor = JSONCursor(body, range: method)
            self.method = try cursor.readString()
        }
    }

    /// The id, if it is a number; otherwise nil.
    func number(_ body: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let id else { return nil }
        var cursor = JSONCursor(body, range: id)
        return try? cursor.readInteger()
    }
}

/// A value in a message, valid while the message is being received.
struct MessagePart {
    let bytes: UnsafeBufferPointer<UInt8>
    let decoder: JSONDecoder

    func read<Value: Decodable>() throws -> Value { try decoder.decode(Value.self, from: Data(bytes)) }

    /// Returns the names inside a member, in their order.
    ///
    /// - Complexity: O(*n*) in the bytes.
    func names(of member: String) -> [String] {
        var names: [String] = []
        // It was read already, so it has no error.
        _ = JSONSyntax.validate(bytes, depthLimit: JSONSyntax.maximumDepth) { name, value in
            guard (try? name.string()) == member else { return }
            let inner = UnsafeBufferPointer(rebasing: bytes[value])
            _ = JSONSyntax.validate(inner, depthLimit: JSONSyntax.maximumDepth) { name, _ in
                if let name = try? name.string() { names.append(name) }
            }
        }
        return names
    }
}

/// An object that receives the notifications of one kind.
protocol Listener: AnyObject, Sendable {
    func take(_ params: MessagePart)
    func end(_ reason: ConnectionError)
}

/// A weak reference to a listener.
struct WeakListener {
    weak var listener: (any Listener)?
}
