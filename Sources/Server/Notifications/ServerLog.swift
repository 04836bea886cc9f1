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
