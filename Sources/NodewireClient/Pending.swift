import NodewireProtocol
import Synchronization

/// A call that waits for its reply.
protocol PendingCall: Sendable {
    func finish(_ result: MessagePart, error: MessagePart?)
    func fail(_ error: any Error)
}

/// The reply to a sent request.
///
///     let first = try client.send(InputPointer(view: view, phase: .down, id: 1, at: GraphPoint(x: 10, y: 10)))
///     let second = try client.send(InputPointer(view: view, phase: .up, id: 1, at: GraphPoint(x: 10, y: 10)))
///     _ = try await (first.value, second.value)
///
/// The requests are in the order of the calls, whichever tasks wait for their replies.
public struct Reply<Value: Codable & Sendable>: Sendable {
    let connection: Connection
    let id: Int
    let pending: Pending<Value>

    /// The result or the refusal, if it has arrived. A server in this program has already answered.
    public var arrived: Result<Value, any Error>? { pending.reply }

    /// The result; only one task may wait for it. Cancelling the task cancels the request.
    ///
    /// - Throws: as `Client.call`.
    public nonisolated(nonsending) var value: Value {
        get async throws {
            // A server in this program has answered already: no task waits, and none is resumed in another thread.
            if let reply = pending.reply { return try reply.get() }
            return try await withTaskCancellationHandler {
                try await pending.wait()
            } onCancel: {
                connection.cancel(id)
            }
        }
    }
}

/// A call with its reply, or with the task that waits for it.
final class Pending<Value: Decodable & Sendable>: PendingCall {
    private enum State {
        case sent
        case waiting(UnsafeContinuation<Value, any Error>)
        case answered(Result<Value, any Error>)
    }

    private let state = Mutex(State.sent)

    /// The reply; nil if it has not come.
    var reply: Result<Value, any Error>? {
        state.withLock { if case .answered(let reply) = $0 { reply } else { nil } }
    }

    /// Waits for the reply; only one task may.
    nonisolated(nonsending) func wait() async throws -> Value {
        try await withUnsafeThrowingContinuation { continuation in
            let reply: Result<Value, any Error>? = state.withLock { state in
                if case .answered(let reply) = state { return reply }
                state = .waiting(continuation)
                return nil
            }
            if let reply { continuation.resume(with: reply) }
        }
    }

    func finish(_ result: MessagePart, error: MessagePart?) {
        do {
            guard let error else { return answer(.success(try result.read())) }
            let refusal: ServerError = try error.read()
            fail(refusal.isCancellation ? CancellationError() : refusal)
        } catch {
            fail(error)
        }
    }

    func fail(_ error: any Error) { answer(.failure(error)) }

    private func answer(_ reply: Result<Value, any Error>) {
        let waiting: UnsafeContinuation<Value, any Error>? = state.withLock { state in
            defer { state = .answered(reply) }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(with: reply)
    }
}
