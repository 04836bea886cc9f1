import Wire

/// `$/logTrace`: the performed messages, for a client that asked for it by `$/setTrace`.
enum LogTrace {
    static let notification = ServerNotification(
        name: "$/logTrace", summary: "A message was performed; sent while the trace is not off.",
        params: .object(
            [
                Schema.Member(name: "message", schema: .string(), isRequired: true, doc: "which method"),
                Schema.Member(
                    name: "verbose", schema: .string(), isRequired: false,
                    doc: "its parameters, when the trace is verbose"),
            ], isOpen: false))

    static func write(_ method: String, _ params: JSONCursor?, into writer: inout JSONWriter) {
        writer.notification("$/logTrace")
        writer.beginObject()
        writer.name("message")
        writer.string(method)
        if var params {
            let range = params.rawValue()
            let text = UnsafeBufferPointer(start: params.base + range.lowerBound, count: range.count)
            writer.name("verbose")
            writer.string(utf8: text)
        }
        writer.endObject()
        writer.endObject()
    }
}
