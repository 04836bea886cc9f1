import NodewireServer
import Server
import Synchronization

/// A server in this program: no process, no pipe, no thread. A message is performed, and answered, while it is sent.
public final class EmbeddedTransport: Transport {
    /// The server, which one thread at a time uses: the lock sees to that.
    private struct State: @unchecked Sendable {
        var server: EmbeddedServer
        var receive: (@Sendable (Arrival) -> Void)?
        var isClosed = false

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
    /// - Parameter files: the files that documents are opened from and saved to.
    public init(files: any FileAccess = NoFiles()) { state = Mutex(State(server: EmbeddedServer(files: files))) }

    /// Begins to receive.
    public func open(_ receive: @escaping @Sendable (Arrival) -> Void) { state.withLock { $0.receive = receive } }

    /// Performs a message and hands on what it causes.
    public func send(_ body: UnsafeRawBufferPointer) {
        state.withLock { state in
            state.server.send(body.bindMemory(to: UInt8.self))
            state.deliver()
        }
    }

    /// The time at which `advance` is to be called next, in its milliseconds; nil while nothing is due, and with the client's
    /// clock.
    public var nextDeadline: Double? { state.withLock { $0.server.nextDeadline } }

    /// Lets time pass, in milliseconds since any origin, and hands on what that causes; a time that goes back is ignored.
    public func advance(to time: Double) {
        guard time.isFinite else { return }
        state.withLock { state in
            state.server.advance(to: time)
            state.deliver()
        }
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
