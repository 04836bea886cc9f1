import Graph
import Wire

/// A message that expects a reply, or a notification, which expects none.
struct Request {
    /// The id as it was written; nil for a notification.
    var id: UnsafeBufferPointer<UInt8>?
    var method: String
    /// The cursor before its parameters, if a failure must say which view they name.
    var params: JSONCursor?

    /// Writes the reply, or the error `limits.reply` if it is too long. A notification gets none.
    @inline(__always)
    func reply(into outbox: inout Outbox, _ result: (inout JSONWriter) -> Void) {
        outbox.unsynced.note(id)
        guard let id else { return }
        let limit = outbox.availableReplyBytes
        outbox.reply { writer in
            let mark = writer.mark
            let start = writer.count
            writer.raw(#"{"jsonrpc":"2.0","id":"#)
            writer.append(id)
            writer.append(#","result":"#)
            result(&writer)
            writer.endObject()
            if writer.count - start > limit {
                writer.rewind(to: mark)
                Request.writeFailure(
                    Failure(
                        1900, "the reply is longer than a message may be: read in pages or write to a `path`",
                        reason: "limits.reply"),
                    id: id, into: &writer)
            }
        }
    }

    func fail(_ failure: Failure, into outbox: inout Outbox) {
        outbox.unsynced.note(nil)
        if let id {
            outbox.reply { Request.writeFailure(failure, id: id, into: &$0) }
        } else {
            outbox.send { writer in
                writer.notification("server/failed")
                writer.beginObject()
                if let view {
                    writer.name("view")
                    writer.raw(view)
                }
                writer.name("method")
                writer.string(method)
                writer.name("error")
                failure.write(into: &writer)
                writer.endObject()
                writer.endObject()
            }
        }
    }

    /// The view that the parameters name, as it was written.
    private var view: UnsafeBufferPointer<UInt8>? {
        guard var params, params.peek() == .object else { return nil }
        params.entersObject()
        while let name = params.nextMember() {
            let isView = name == "view" && params.peek() == .string
            let range = params.rawValue()
            if isView { return UnsafeBufferPointer(start: params.base + range.lowerBound, count: range.count) }
        }
        return nil
    }

    static func writeFailure(_ failure: Failure, id: UnsafeBufferPointer<UInt8>?, into writer: inout JSONWriter) {
        writer.raw(#"{"jsonrpc":"2.0","id":"#)
        if let id { writer.append(id) } else { writer.append("null") }
        writer.append(#","error":"#)
        failure.write(into: &writer)
        writer.endObject()
    }
}
