#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Dispatch
@_exported import NodewireProtocol
import NodewireServer
import Server

/// A conversation with a server.
///
///     let client = try await Client.inProcess(clock: .client)
///     let document = try await client.call(DocumentCreate()).document
///     let node = NewNode(id: "a", position: GraphPoint(x: 0, y: 0))
///     try await client.call(NodeInsert(document: document, node: node))
///     do {
///         try await client.call(NodeInsert(document: document, node: node))
///     } catch let error as ServerError {
///         assert(error.reason == "duplicateId")
///     }
///     await client.close()
///
/// Any task may use it; requests are sent in the order of the calls.
public final class Client: Sendable {
    /// The answer to `initialize`.
    public let server: InitializeResult
    private let connection: Connection

    private init(_ connection: Connection, _ server: InitializeResult) {
        (self.connection, self.server) = (connection, server)
    }

    deinit { connection.close() }

    /// Begins a conversation over a transport; the client owns the transport from then on.
    ///
    /// - Throws: `ServerError` if the server refuses the parameters of `initialize`, and errors of the transport.
    public static func connect(
        _ transport: some Transport, _ parameters: Initialize = Initialize()
    ) async throws -> Client {
        let connection = try Connection(transport)
        do {
            let server = try await connection.call(parameters)
            connection.heed(server)
            return Client(connection, server)
        } catch {
            connection.close()
            throw error
        }
    }

    /// Begins a conversation with a server in this program.
    ///
    /// - Parameters:
    ///   - files: the files that documents are opened from and saved to.
    ///   - clock: with the server's, time passes by itself: a resting finger becomes a long press. With the client's,
    ///     only messages state the time.
    public static func inProcess(
        files: any FileAccess = NoFiles(), clock: Initialize.ClockChoice = .server
    ) async throws -> Client {
        try await connect(EmbeddedTransport(files: files), Initialize(clock: clock))
    }

    /// Sends a request and waits for its result. Cancelling the task cancels the request.
    ///
    /// The notifications of the request have arrived when it returns.
    ///
    /// - Throws: `ServerError` if the server refuses it, `ConnectionError` if the conversation has ended, and
    ///   `CancellationError`; nothing was done then.
    @discardableResult
    public nonisolated(nonsending) func call<Params: Call>(_ params: Params) async throws -> Params.Result {
        try await connection.call(params)
    }

    /// Sends a request without waiting for its result, so inputs keep their order without a task for each of them.
    ///
    /// - Throws: `ConnectionError` if the conversation has ended.
    public func send<Params: Call>(_ params: Params) throws -> Reply<Params.Result> { try connection.begin(params) }

    /// Sends a method without waiting for its result; a failure comes as `ServerFailed`.
    ///
    /// - Throws: `ConnectionError` if the conversation has ended.
    public func notify(_ params: some Call) throws { try connection.notify(params) }

    /// Returns all later notifications of one kind, in their order, for one task.
    ///
    /// - Parameter limit: the greatest number that may wait; one more ends the sequence with
    ///   `ConnectionError.overrun`.
    public func notifications<Params: ServerNotification>(
        of kind: Params.Type, limit: Int = 10_000
    ) -> Notifications<Params> {
        let notifications = Notifications<Params>(limit: limit)
        connection.inbox.add(notifications, to: Params.method)
        return notifications
    }

    /// Answers one kind of the server's own requests, such as `ClientCanConnect`, from now on. The server sends them
    /// to clients that announced it in the capabilities of `Initialize`.
    ///
    /// - Parameter answer: an error that it throws is sent as the answer.
    public func answer<Params: Call & Decodable>(
        _ kind: Params.Type, _ answer: @escaping @Sendable (Params) async throws -> Params.Result
    ) { connection.answer(kind, answer) }

    /// Ends the conversation in order; unsaved documents are lost. All sequences end.
    ///
    /// - Parameter patience: the time that the server has to answer; then the conversation ends without it.
    public func close(within patience: Duration = .seconds(10)) async {
        let connection = connection
        // Not a task: what waits for a server that does not read may hold all threads of tasks.
        let end = DispatchWorkItem { connection.close() }
        let (seconds, attoseconds) = patience.components
        let limit = Double(seconds) + Double(attoseconds) / 1e18
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: end)
        defer { end.cancel() }
        connection.inbox.leave()
        // A conversation that has ended already needs no farewell.
        _ = try? await connection.call(Shutdown())
        // The same.
        try? connection.notify(Exit())
        connection.close()
    }
}
