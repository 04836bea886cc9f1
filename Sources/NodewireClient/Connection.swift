#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import NodewireProtocol
import Synchronization

/// The requests and answers of a conversation, over a transport.
final class Connection: Sendable {
    let inbox = Inbox()
    private let transport: any Transport
    private let encoder: JSONEncoder
    /// The greatest number of bytes of a message: the server answers a longer one without its id.
    private let longest = Mutex(Int.max)

    init(_ transport: some Transport) throws {
        self.transport = transport
        encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let (decoder, inbox) = (JSONDecoder(), inbox)
        try transport.open { [weak self] arrival in
            switch arrival {
            case .end(let reason): inbox.end(reason.map { .failed($0) } ?? .closed)
            case .body(let bytes):
                do {
                    guard let id = try inbox.receive(bytes.bindMemory(to: UInt8.self), decoder) else { return }
                    Task { self?.refuse(id, code: -32601, "this client does not answer that") }
                } catch {
                    inbox.end(.failed("a message of the server cannot be read: \(error)"))
                }
            }
        }
    }

    /// Takes the limits that the server states.
    func heed(_ server: InitializeResult) {
        guard case .object(let limits)? = server.settings["limits"], case .number(let most)? = limits["messageBytes"],
            let bytes = Int(exactly: most)
        else { return }
        longest.withLock { $0 = bytes }
    }

    nonisolated(nonsending) func call<Params: Call>(_ params: Params) async throws -> Params.Result {
        try Task.checkCancellation()
        return try await begin(params).value
    }

    func begin<Params: Call>(_ params: Params) throws -> Reply<Params.Result> {
        let id = inbox.newId()
        let pending = Pending<Params.Result>()
        let body = try request(id, params)
        let most = longest.withLock { $0 }
        if body.count > most { throw try ServerError(exceeding: most) }
        guard inbox.add(pending, id) else { throw inbox.reason }
        do {
            try send(body)
        } catch {
            _ = inbox.remove(id)
            throw error
        }
        return Reply(connection: self, id: id, pending: pending)
    }

    func notify<Params: Call>(_ params: Params) throws {
        if inbox.hasEnded { throw inbox.reason }
        try send(try request(nil, params))
    }

    func answer<Params: Call & Decodable>(
        _ kind: Params.Type, _ answer: @escaping @Sendable (Params) async throws -> Params.Result
    ) {
        inbox.setAnswer(to: Params.method) { [weak self] id, part in
            let params = Result<Params, any Error> { try part.read() }
            // The thread that delivers must not send.
            Task {
                do {
                    let result = try await answer(try params.get())
                    self?.reply(id, "result", result)
                } catch {
                    self?.refuse(id, code: -32603, "\(error)")
                }
            }
        }
    }

    func close() {
        inbox.leave()
        transport.close()
        inbox.end(.closed)
    }

    func cancel(_ id: Int) {
        guard inbox.isPending(id) else { return }
        // If the conversation has ended, nothing is left to be cancelled.
        try? notify(CancelRequest(id: .number(Double(id))))
    }

    private func refuse(_ id: [UInt8], code: Int, _ message: String) {
        reply(id, "error", RefusedAnswer(code: code, message: message))
    }

    private func reply(_ id: [UInt8], _ member: String, _ value: some Encodable) {
        // No server waits for it if the conversation has ended, and one takes an answer that never comes for a refusal.
        guard let value = try? encoder.encode(value) else { return }
        var body = Data(#"{"jsonrpc":"2.0","id":"#.utf8)
        body += id
        body += Data(#","\#(member)":"#.utf8)
        body += value
        body += Data("}".utf8)
        // The same.
        try? send(body)
    }

    /// A request, or without an id a notification.
    private func request<Params: Call>(_ id: Int?, _ params: Params) throws -> Data {
        let number = id.map { #""id":\#($0),"# } ?? ""
        var body = Data(#"{"jsonrpc":"2.0",\#(number)"method":"\#(Params.method)","params":"#.utf8)
        body += try encoder.encode(params)
        body += Data("}".utf8)
        return body
    }

    private func send(_ body: Data) throws { try body.withUnsafeBytes { try transport.send($0) } }
}

/// The refusal of a request of the server.
private struct RefusedAnswer: Encodable {
    let code: Int
    let message: String
}
