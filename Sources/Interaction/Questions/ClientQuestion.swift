import Geometry
import Graph
import Wire

/// The topics that the client wants to be asked about before they happen.
public struct ClientTopics: OptionSet, Sendable {
    public let rawValue: UInt8

    /// Topics by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The question whether an edge may be made, or moved to other handles.
    public static let connections = ClientTopics(rawValue: 1)
    /// The question whether something from outside may be dropped.
    public static let drops = ClientTopics(rawValue: 2)
}

/// A question to the client that it has yet to answer.
public struct ClientQuestion: Sendable {
    /// The subject of a question.
    public enum Subject: Sendable {
        /// The question whether this edge, with the ends it would have, may be made or moved.
        case connection(edge: JSONText)
        /// The question whether something that is held over a point of the screen may be dropped there.
        case drop(at: Point, target: Target, types: [String])
    }

    /// The target that would take something that is dropped.
    public enum Target: Sendable {
        case canvas
        case node(Node.ID)
        case edge(Edge.ID)
    }

    /// Counts the questions about a document, from 1.
    public let number: Int
    /// The id of the asking view or of the edit's view; nil for an edit without one.
    public let view: String?
    /// The subject of the question.
    public let subject: Subject
}

/// The answer to a question to the client.
public enum ClientAnswer: Sendable, Equatable {
    case allowed
    /// The client refused, with its words, if it gave any.
    case refused(reason: String?)
    /// There was no answer in time, or none that could be read: the settings decide.
    case missing
}

extension ClientAnswer {
    /// Returns the reason why the answer refuses a connection; nil if it does not.
    public func refusal(_ settings: Settings) -> ConnectionRefusal? {
        let message: String
        switch self {
        case .allowed: return nil
        case .refused(let reason): message = reason ?? "the client does not allow it"
        case .missing:
            if settings.clientDefault == .allow { return nil }
            message = "the client did not answer"
        }
        return .byClient(message)
    }
}
