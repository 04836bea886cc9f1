import NodewireServer
import Server
import Synchronization

/// A server in this program: no process, no pipe. A message is performed, and answered, while it is sent.
///
///     let client = try await Client.connect(EmbeddedTransport(files: NoFiles()))
///     let document = try await client.call(DocumentCreate()).document
///
/// With the server's clock, time passes with the system's: a task sleeps until the next deadline, where there is one.
public final class EmbeddedTransport: Transport {
    /// The server, which one thread at a time uses: the lock sees to that.
    private struct State: @unchecked Sendable {
        var server: EmbeddedServer
        var receive: (@Sendable (Arrival) -> Void)?
        var isClosed = false
        /// The deadline for which a task sleeps.
        var awaited = Double.infinity
        /// Is true if `advance` gives the time.
        let isManual: Bool
        let start = ContinuousClock.now

        /// The milliseconds since it was opened.
        var now: Double { (ContinuousClock.now - start) / .milliseconds(1) }

        /// Lets the time pass that has passed, before what is sent now.
        mutating func keepTime() { if !isManual { server.advance(to: now) } }

        /// Hands on the messages that wait, and the end.
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

    /// Performs a message and hands on what it causes.
    public func send(_ body: UnsafeRawBufferPointer) {
        state.withLock { state in
            state.keepTime()
            state.server.send(body.bindMemory(to: UInt8.self))
            state.deliver()
        }
        sleep()
    }

    /// The time at which `advance` is to be called next, in its milliseconds; nil while nothing is due, and with the client's
    /// clock.
    public var nextDeadline: Double? { state.withLock { $0.server.nextDeadline } }

    /// Lets time pass, in milliseconds since any origin, and hands on what that causes; a time that goes back is ignored.
    /// It is for a transport that `isManual`.
    public func advance(to time: Double) {
        guard time.isFinite else { return }
        state.withLock { state in
            state.server.advance(to: time)
            state.deliver()
        }
    }

    /// Has a task sleep until the next deadline, if none sleeps for one as early.
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
