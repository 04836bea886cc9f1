import Graph
import Wire

/// `server/log`: an entry of the log, for a client that asked for it by `initialize`.
enum ServerLog {
    static let notification = ServerNotification(
        name: "server/log",
        summary: "The server has noted something of its work; sent to clients whose `initialize` asks for its level.",
        params: .object(
            [
                Schema.Member(
                    name: "level", schema: .choice(LogLevel.allCases.dropFirst().map(\.rawValue)),
                    isRequired: true, doc: "how grave it is"),
                Schema.Member(name: "message", schema: .string(), isRequired: true, doc: "what happened"),
            ], isOpen: false))

    static func write(_ entry: LogEntry, into writer: inout JSONWriter) {
        writer.notification("server/log")
        writer.beginObject()
        writer.name("level")
        writer.string(entry.level.rawValue)
        writer.name("message")
        writer.string(entry.message)
        writer.endObject()
        writer.endObject()
    }
}

/// The gravity of a log entry, or the least gravity of wanted entries; the gravest first.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// The level of clients that want no entries; no entry has it.
    case off
    case error, warning, info, debug

    public static func < (first: LogLevel, second: LogLevel) -> Bool { first.order < second.order }

    private var order: Int { LogLevel.allCases.firstIndex(of: self) ?? 0 }
}

/// A log entry for the people who run the server.
public struct LogEntry: Sendable {
    /// The gravity.
    public let level: LogLevel
    /// The sentence, without its full stop.
    public let message: String
}
