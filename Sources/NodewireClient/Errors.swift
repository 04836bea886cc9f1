#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import NodewireProtocol

/// A refusal by the server; nothing was done.
///
///     do {
///         try await client.call(NodeInsert(document: document, node: node))
///     } catch let error as ServerError {
///         assert(error.reason == "duplicateId")
///     }
///
/// Alerts show its message, which is its `localizedDescription`.
public struct ServerError: LocalizedError, Decodable, CustomStringConvertible {
    /// The number in the table of errors.
    public let code: Int
    /// One sentence for people.
    public let message: String
    /// The name in the table of errors, such as `connection.duplicate`; empty if there is none.
    public let reason: String
    /// The members for programs; nil if this client does not know the kind.
    public let data: ErrorData?

    /// Reads the `error` of a reply.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        code = try members.read("code")
        message = try members.read("message")
        // A later server may have errors that are not described here.
        data = try? members.readIfPresent("data")
        reason = (try? members.decode([String: JSON].self, forKey: "data"))?["reason"]?.string ?? ""
    }

    /// The error for a message that is too long to be sent.
    init(exceeding bytes: Int) throws {
        let data = #"{"reason":"limits","limit":"messageBytes"}"#
        let text = #"{"code":1900,"message":"a message has at most \#(bytes) bytes","data":\#(data)}"#
        self = try JSONDecoder().decode(ServerError.self, from: Data(text.utf8))
    }

    var isCancellation: Bool { if case .requestCancelled? = data { true } else { false } }

    /// The message.
    public var description: String { message }

    /// The message.
    public var errorDescription: String? { message }
}

/// The reason why a conversation or one of its sequences has ended.
public enum ConnectionError: LocalizedError, Equatable {
    /// One of the two sides ended it in order.
    case closed
    /// The server is gone, or sent something unreadable.
    case failed(String)
    /// More notifications came than were read: the copy that follows them must be loaded again.
    case overrun

    /// One sentence for people.
    public var errorDescription: String? {
        switch self {
        case .closed: "The conversation with the server has ended."
        case .failed(let reason): "The conversation with the server has failed: \(reason)"
        case .overrun: "More came from the server than was taken."
        }
    }
}

extension JSON {
    /// The string; nil for any other value.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
}
