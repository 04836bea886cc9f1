import Host
import NodewireServer
import Wire

/// A server with its messages, as one handle of the C interface names it; threads use it one after the other.
final class Conversation: @unchecked Sendable {
    private let lock = Lock(())
    private var server: EmbeddedServer
    private let files: Files?
    private var messages = MessageBuffer()
    private var isClosed = false

    init(files: Files?) {
        self.files = files
        server = EmbeddedServer(files: files ?? NoFiles())
    }

    /// Performs one message or one batch; false if the conversation has ended, nil if another thread closed it.
    func send(_ body: UnsafeBufferPointer<UInt8>) -> Bool? {
        whileOpen {
            if server.exitCode != nil { return false }
            server.send(body)
            return true
        }
    }

    /// Calls `body` while no other thread uses the conversation; nil if another thread has closed it.
    private func whileOpen<Result>(_ body: () -> Result) -> Result? { lock.change { _ in isClosed ? nil : body() } }

    /// Returns the next message of the server with a zero byte at its end; nil if there is none.
    /// It is valid until the next call, or the end.
    func receive() -> UnsafeBufferPointer<UInt8>? {
        whileOpen {
            if messages.isEmpty { server.receive { messages.append($0) } }
            return messages.next()
        } ?? nil
    }

    /// Lets time pass; nil if another thread closed the conversation.
    func advance(to time: Double) -> Void? { whileOpen { server.advance(to: time) } }

    var nextDeadline: Double? { whileOpen { server.nextDeadline } ?? nil }

    /// Ends the conversation and returns the exit status.
    func close() -> Int32 {
        lock.change { _ in
            isClosed = true
            let status = server.close()
            files?.close()
            return status
        }
    }
}

/// Waiting messages, each with a zero byte at its end, in one run of bytes.
private struct MessageBuffer: ~Copyable {
    private var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)
    private var ends: [Int] = []
    private var taken = 0

    deinit { bytes.deallocate() }

    var isEmpty: Bool { taken == ends.count }

    private var end: Int { ends.last ?? 0 }

    mutating func append(_ body: UnsafeRawBufferPointer) {
        if isEmpty {
            ends.removeAll(keepingCapacity: true)
            taken = 0
        }
        let (start, needed) = (end, end + body.count + 1)
        if needed > bytes.count {
            let grown = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * needed)
            _ = grown.update(fromContentsOf: bytes[..<start])
            bytes.deallocate()
            bytes = grown
        }
        _ = bytes[start...].update(fromContentsOf: body)
        bytes[needed - 1] = 0
        ends.append(needed)
    }

    /// Returns a message; its bytes stay until one is appended.
    mutating func next() -> UnsafeBufferPointer<UInt8>? {
        if isEmpty { return nil }
        let start = taken == 0 ? 0 : ends[taken - 1]
        taken += 1
        return UnsafeBufferPointer(rebasing: bytes[start..<ends[taken - 1] - 1])
    }
}

/// The options of `nodewire_open`.
struct OpenOptions: Sendable {
    var root: String?

    private static let shape = Shape<OpenOptions>.object(
        "OpenOptions", "How a server is opened.", initial: OpenOptions(),
        members: [
            .optional("root", \.root, .string, "the folder below which files are read and written; none by default")
        ])

    /// Reads the text of options; nil if it is malformed.
    static func read(_ text: UnsafeBufferPointer<UInt8>) -> OpenOptions? {
        let json = try? JSONText(validating: String(decoding: text, as: UTF8.self))
        return json.flatMap { try? shape.value(from: $0) }
    }
}
