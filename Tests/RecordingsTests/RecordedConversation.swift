import Recordings
import Server
import Testing

/// The lines of a recording, kept in memory; of one thread.
final class KeptLines: RecordingSink, @unchecked Sendable {
    private(set) var bytes: [UInt8] = []

    var isOnSessionThread: Bool { true }

    func write(_ lines: UnsafeBufferPointer<UInt8>) { bytes += lines }
}

/// One file, which can be read and is never replaced.
struct OneFile: FileAccess {
    static let path = "graph.json"

    let text: String

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        guard path == OneFile.path else { throw FileError("no file \(path)") }
        Array(text.utf8).withUnsafeBufferPointer(body)
        return FileVersion()
    }

    func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion { throw FileError("read only", .taken) }

    func lock(_ path: String) -> FileLock { .unavailable }

    func unlock(_ lock: FileLock.Held) {}
}

/// A session in this process that is recorded while it performs messages.
struct RecordedConversation {
    private let lines = KeptLines()
    private var session: RecordedSession
    private var outbox = Outbox()

    init(text: String = #"{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}"#) {
        session = RecordedSession(files: OneFile(text: text), version: "test", sink: lines)
        outbox.style = .lines
    }

    /// Performs a message; returns what it causes.
    @discardableResult
    mutating func say(_ body: String) -> String {
        Array(body.utf8).withUnsafeBufferPointer { session.receive($0, into: &outbox) }
        return sent()
    }

    /// Performs a request.
    @discardableResult
    mutating func call(_ id: Int, _ method: String, _ params: String) -> String {
        say(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
    }

    /// Ends the conversation; returns its recording.
    mutating func end() throws -> Recording {
        session.endOfInput(into: &outbox)
        _ = sent()
        return try Recording(lines.bytes)
    }

    private mutating func sent() -> String {
        var text = ""
        outbox.drain { bytes in
            text = String(decoding: bytes, as: UTF8.self)
            return bytes.count
        }
        return text
    }
}
