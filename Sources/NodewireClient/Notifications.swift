import NodewireProtocol
import Synchronization

/// The notifications of one kind, in their order, since it was made; for one task.
///
/// An element is kept until it is taken, up to a limit. The sequence ends with the conversation, and throws the reason if
/// this side did not ask for that.
public final class Notifications<Params: ServerNotification>: AsyncSequence, Sendable {
    private enum End {
        case order
        case error(any Error)
    }

    private struct State {
        var arrived: [Params] = []
        var taken = 0
        var waiting: UnsafeContinuation<Params?, any Error>?
        var end: End?

        mutating func next() -> Params? {
            if taken == arrived.count { return nil }
            defer {
                taken += 1
                // So the whole is linear, and what was taken is not kept.
                if 2 * taken > arrived.count {
                    arrived.removeFirst(taken)
                    taken = 0
                }
            }
            return arrived[taken]
        }

        mutating func takeWaiting() -> UnsafeContinuation<Params?, any Error>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Takes all that have arrived, without waiting.
    ///
    /// - Throws: as the iteration, once nothing is left.
    public func arrived() throws -> [Params] {
        try state.withLock { state in
            let all = Array(state.arrived[state.taken...])
            (state.arrived, state.taken) = ([], 0)
            if all.isEmpty, case .error(let error)? = state.end { throw error }
            return all
        }
    }

    /// The iteration, which takes what arrives.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let notifications: Notifications

        /// Waits for the next; nil at the end, and if the task is cancelled.
        public func next() async throws -> Params? { try await notifications.next() }
    }

    /// Begins an iteration. Two at the same time share what arrives.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(notifications: self) }

    private func next() async throws -> Params? {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let earlier = state.withLock { state -> UnsafeContinuation<Params?, any Error>? in
                    if let next = state.next() {
                        continuation.resume(returning: next)
                    } else if case .error(let error)? = state.end {
                        continuation.resume(throwing: error)
                    } else if state.end != nil || Task.isCancelled {
                        continuation.resume(returning: nil)
                    } else {
                        defer { state.waiting = continuation }
                        return state.waiting
                    }
                    return nil
                }
                earlier?.resume(returning: nil)
            }
        } onCancel: {
            state.withLock { $0.takeWaiting() }?.resume(returning: nil)
        }
    }

    private func end(_ end: End) {
        let waiting = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.takeWaiting()
        }
        guard let waiting else { return }
        switch end {
        case .order: waiting.resume(returning: nil)
        case .error(let error): waiting.resume(throwing: error)
        }
    }
}

extension Notifications: Listener {
    func take(_ part: MessagePart) {
        var params: Params
        do {
            params = try part.read()
        } catch {
            return end(.error(error))
        }
        if var ordered = params as? any OrderedParams & ServerNotification {
            ordered.order(by: part)
            params = ordered as? Params ?? params
        }
        let taken = params
        let (waiting, isFull) = state.withLock { state -> (UnsafeContinuation<Params?, any Error>?, Bool) in
            if state.end != nil { return (nil, false) }
            if let waiting = state.takeWaiting() { return (waiting, false) }
            let isFull = state.arrived.count - state.taken >= limit
            if isFull {
                (state.arrived, state.taken) = ([], 0)
            } else {
                state.arrived.append(taken)
            }
            return (nil, isFull)
        }
        waiting?.resume(returning: taken)
        if isFull { end(.error(ConnectionError.overrun)) }
    }

    func end(_ reason: ConnectionError) { end(reason == .closed ? .order : .error(reason)) }
}
