import Wire

/// One client's conversation: message bodies and time go in, messages come out.
public struct Session {
    /// Set when the conversation is over: the process writes what waits and ends with it.
    public private(set) var exitCode: Int32?
    /// The process of the client, whose end is the end of the conversation.
    public private(set) var watchedProcess: Int32?
    /// When `advance` is to be called next, in milliseconds of the same clock; nil while nothing runs.
    public private(set) var nextDeadline: Double?

    private var isShutDown = false

    public init() {}

    /// Performs one message.
    public mutating func receive(_ body: UnsafeBufferPointer<UInt8>, into outbox: inout Outbox) {
        let method = Self.member("method", of: body)
        if method.elementsEqual("\"exit\"".utf8) { exitCode = isShutDown ? 0 : 1 }
        if method.elementsEqual("\"shutdown\"".utf8) { isShutDown = true }
        let process = Self.member("processId", of: body)
        if let number = Int32(String(decoding: process, as: UTF8.self)) { watchedProcess = number }
        let id = Self.member("id", of: body)
        if !id.isEmpty { fail(id: id, code: -32601, message: "Method not found", into: &outbox) }
    }

    public mutating func framingFailed(_ failure: Framing.Failure, into outbox: inout Outbox) {
        fail(id: nil, code: failure.code, message: failure.message, into: &outbox)
    }

    /// The client will send nothing more: everything it sent has been received.
    public mutating func endOfInput(into outbox: inout Outbox) {
        exitCode = exitCode ?? (isShutDown ? 0 : 1)
    }

    /// Tells the time, in milliseconds since any origin: before messages are received, and when a deadline has passed.
    public mutating func advance(to now: Double, into outbox: inout Outbox) {}

    private func fail(
        id: Slice<UnsafeBufferPointer<UInt8>>?, code: Int, message: StaticString, into outbox: inout Outbox
    ) {
        outbox.begin()
        outbox.writer.beginObject()
        outbox.writer.name("jsonrpc")
        outbox.writer.raw("\"2.0\"")
        outbox.writer.name("id")
        if let id { outbox.writer.raw(UnsafeBufferPointer(rebasing: id)) } else { outbox.writer.null() }
        outbox.writer.name("error")
        outbox.writer.beginObject()
        outbox.writer.name("code")
        outbox.writer.integer(code)
        outbox.writer.name("message")
        outbox.writer.string(message.description)
        outbox.writer.endObject()
        outbox.writer.endObject()
        outbox.end()
    }

    /// The raw scalar behind the first `"name":` of a message, wherever it stands; empty when there is none.
    private static func member(
        _ name: StaticString, of body: UnsafeBufferPointer<UInt8>
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        let length = name.utf8CodeUnitCount
        for index in body.indices.dropLast(length + 2) where body[index] == UInt8(ascii: "\"") {
            let end = index + 1 + length
            guard body[end] == UInt8(ascii: "\""), body[end + 1] == UInt8(ascii: ":"),
                (0..<length).allSatisfy({ body[index + 1 + $0] == name.utf8Start[$0] })
            else { continue }
            let value = body[(end + 2)...]
            let stop = value.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? value.endIndex
            return value[..<stop]
        }
        return body[body.endIndex...]
    }
}
