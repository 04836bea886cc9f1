#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The requests and answers of a conversation, over a transport.
final class Connection: Sendable {
    let inbox = Inbox()
    private let transport: any Transport
    private let encoder: JSONEncoder

    init(_ transport: some Transport) throws {
        self.transport = transport
        encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let decoder = JSONDecoder()
        decoder.userInfo[.inbox] = inbox
        let inbox = inbox
        try transport.open { [weak self] arrival in
            switch arrival {
            case .end(let reason): inbox.end(reason.map { .failed($0) } ?? .closed)
            case .body(let bytes):
                inbox.message = MessageBytes(bytes: bytes)
                defer { inbox.message = nil }
                do {
                    let received = try decoder.decode(Received.self, from: Data(bytes))
                    guard let id = received.unanswered else { return }
                    Task { self?.refuse(id, code: -32601, "this client does not answer that") }
                } catch {
                    inbox.end(.failed("a message of the server cannot be read: \(error)"))
                }
            }
        }
    }

    nonisolated(nonsending) func call<Params: Call>(_ params: Params) async throws -> Params.Result {
        try Task.checkCancellation()
        let id = inbox.newId()
        let body = try encoder.encode(Request(id: id, params: params))
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let pending = Pending<Params.Result>(continuation: continuation)
                guard inbox.add(pending, id) else { return pending.fail(inbox.reason) }
                do {
                    try send(body)
                } catch {
                    inbox.remove(id)?.fail(error)
                }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    func notify<Params: Call>(_ params: Params) throws {
        if inbox.hasEnded { throw inbox.reason }
        try send(try encoder.encode(Request(id: nil, params: params)))
    }

    func answer<Params: Call & Decodable>(
        _ kind: Params.Type, _ answer: @escaping @Sendable (Params) async throws -> Params.Result
    ) {
        inbox.setAnswer(to: Params.method) { [weak self] id, members in
            let params: Params = try members.read("params")
            // The thread that delivers must not send.
            Task {
                do {
                    self?.reply(Reply(id: id, result: try await answer(params)))
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

    private func cancel(_ id: Int) {
        guard inbox.isPending(id) else { return }
        // If the conversation has ended, nothing is left to be cancelled.
        try? notify(CancelRequest(id: .number(Double(id))))
    }

    private func refuse(_ id: JSON, code: Int, _ message: String) {
        reply(RefusedAnswer(id: id, error: .init(code: code, message: message)))
    }

    private func reply(_ body: some Encodable) {
        // No server waits for it if the conversation has ended, and one takes an answer that never comes for a refusal.
        if let data = try? encoder.encode(body) { try? send(data) }
    }

    private func send(_ body: Data) throws { try body.withUnsafeBytes { try transport.send($0) } }
}

/// A request, or without an id a notification.
private struct Request<Params: Call>: Encodable {
    let id: Int?
    let params: Params

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.write("2.0", "jsonrpc")
        try members.write(id, "id")
        try members.write(Params.method, "method")
        try members.write(params, "params")
    }
}

/// The answer to a request of the server.
private struct Reply<Result: Encodable>: Encodable {
    var jsonrpc = "2.0"
    let id: JSON
    let result: Result
}

/// The refusal of a request of the server.
private struct RefusedAnswer: Encodable {
    struct Reason: Encodable {
        let code: Int
        let message: String
    }

    var jsonrpc = "2.0"
    let id: JSON
    let error: Reason
}
