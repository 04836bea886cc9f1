import NodewireProtocol
import Synchronization

/// The notifications of one kind, in order, since its creation; for one task.
///
/// Elements are kept until they are read, up to a limit. The sequence ends with the conversation, and throws the
/// reason unless this side ended it.
///
///     let frames = client.notifications(of: Frame.self)
///     for try await frame in frames { scene.apply(frame) }
public final class Notifications<Params: ServerNotification>: AsyncSequence, Sendable {
    private enum End {
        case order
        case error(any Error)
    }

    private struct State {
        var arrived: [Params] = []
        var taken = 0
        var waiting: UnsafeContinuation<Bool, any Error>?
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

        mutating func takeWaiting() -> UnsafeContinuation<Bool, any Error>? {
            defer { waiting = nil }
            return waiting
        }
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Returns all that have arrived, without waiting.
    ///
    /// - Throws: as the iteration, when nothing is left.
    public func arrived() throws -> [Params] {
        try state.withLock { state in
            let all = Array(state.arrived[state.taken...])
            (state.arrived, state.taken) = ([], 0)
            if all.isEmpty, case .error(let error)? = state.end { throw error }
            return all
        }
    }

    /// The iteration, which returns arrived elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let notifications: Notifications

        /// Waits for the next element; nil at the end, and if the task is cancelled.
        public func next() async throws -> Params? { try await notifications.next() }
    }

    /// Begins an iteration. Two simultaneous ones share the elements.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(notifications: self) }

    private func next() async throws -> Params? {
        while true {
            if let next = state.withLock({ $0.next() }) { return next }
            if try await !arrive() { return nil }
        }
    }

    /// Waits until elements have arrived, which `arrived` then returns; false at the end, if the task is cancelled,
    /// and if another task waits.
    ///
    /// It returns to the actor of the caller, so elements read afterwards are in order with earlier ones.
    ///
    /// - Throws: as the iteration.
    public nonisolated(nonsending) func arrive() async throws -> Bool {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let earlier = state.withLock { state -> UnsafeContinuation<Bool, any Error>? in
                    if state.taken < state.arrived.count {
                        continuation.resume(returning: true)
                    } else if case .error(let error)? = state.end {
                        continuation.resume(throwing: error)
                    } else if state.end != nil || Task.isCancelled {
                        continuation.resume(returning: false)
                    } else {
                        defer { state.waiting = continuation }
                        return state.waiting
                    }
                    return nil
                }
                earlier?.resume(returning: false)
            }
        } onCancel: {
            state.withLock { $0.takeWaiting() }?.resume(returning: false)
        }
    }

    private func end(_ end: End) {
        let waiting = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.takeWaiting()
        }
        guard let waiting else { return }
        switch end {
        case .order: waiting.resume(returning: false)
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
        let waiting = state.withLock { state -> UnsafeContinuation<Bool, any Error>? in
            if state.end != nil { return nil }
            if state.arrived.count - state.taken >= limit {
                (state.arrived, state.taken, state.end) = ([], 0, .error(ConnectionError.overrun))
            } else {
                state.arrived.append(taken)
            }
            return state.takeWaiting()
        }
        // A task that waits has nothing else to take, so this is within the limit.
        waiting?.resume(returning: true)
    }

    func end(_ reason: ConnectionError) { end(reason == .closed ? .order : .error(reason)) }
}
