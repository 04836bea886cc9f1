import NodewireServer
import Server
import Synchronization

/// A server in this program: no process, no pipe. A message is performed, and answered, while it is sent.
///
///     let client = try await Client.connect(EmbeddedTransport(files: NoFiles()))
///     let document = try await client.call(DocumentCreate()).document
///
/// With the server's clock, time passes with the system's: a task sleeps until the next deadline, if there is one.
public final class EmbeddedTransport: Transport {
    /// The server; the lock ensures that one thread at a time uses it.
    private struct State: @unchecked Sendable {
        var server: EmbeddedServer
        var receive: (@Sendable (Arrival) -> Void)?
        var isClosed = false
        /// The deadline for which a task sleeps.
        var awaited = Double.infinity
        /// Is true if only `advance` lets time pass.
        let isManual: Bool
        let start = ContinuousClock.now

        /// The milliseconds since the start.
        var now: Double { (ContinuousClock.now - start) / .milliseconds(1) }

        /// Lets the elapsed time pass before the next message.
        mutating func keepTime() { if !isManual { server.advance(to: now) } }

        /// Delivers the waiting messages, and the end.
        mutating func deliver() {
            server.receive { receive?(.body($0)) }
            if server.exitCode != nil || isClosed {
                receive?(.end(nil))
                receive = nil
            }
        }
    }

    private let state: Mutex<State>

    /// Opens a server.
    ///
    /// - Parameters:
    ///   - files: the files that documents are opened from and saved to.
    ///   - isManual: whether time passes only by `advance`, as in tests.
    public init(files: any FileAccess = NoFiles(), isManual: Bool = false) {
        state = Mutex(State(server: EmbeddedServer(files: files), isManual: isManual))
    }

    /// Begins to receive.
    public func open(_ receive: @escaping @Sendable (Arrival) -> Void) { state.withLock { $0.receive = receive } }

    /// Performs a message and delivers its results.
    public func send(_ body: UnsafeRawBufferPointer) {
        state.withLock { state in
            state.keepTime()
            state.server.send(body.bindMemory(to: UInt8.self))
            state.deliver()
        }
        sleep()
    }

    /// The next time at which `advance` must be called, in its milliseconds; nil while nothing is due, and with the
    /// client's clock.
    public var nextDeadline: Double? { state.withLock { $0.server.nextDeadline } }

    /// Lets time pass, in milliseconds since any origin, and delivers the results; an earlier time is ignored.
    /// It is for a transport that `isManual`.
    public func advance(to time: Double) {
        guard time.isFinite else { return }
        state.withLock { state in
            state.server.advance(to: time)
            state.deliver()
        }
    }

    /// Starts a task that sleeps until the next deadline, unless one already sleeps until then or earlier.
    private func sleep() {
        let time: (deadline: Double, wait: Double)? = state.withLock { state in
            guard !state.isManual, !state.isClosed, let next = state.server.nextDeadline, next < state.awaited else {
                return nil
            }
            state.awaited = next
            return (next, max(next - state.now, 1))
        }
        guard let time else { return }
        Task { [weak self] in
            // It is not cancelled.
            try? await Task.sleep(for: .milliseconds(time.wait))
            self?.wake(time.deadline)
        }
    }

    private func wake(_ deadline: Double) {
        state.withLock { state in
            // Another task sleeps for an earlier one.
            if state.isClosed || state.awaited != deadline { return }
            state.awaited = .infinity
            state.keepTime()
            state.deliver()
        }
        sleep()
    }

    /// Ends the conversation: files are unlocked.
    public func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.server.close()
            state.deliver()
        }
    }
}
