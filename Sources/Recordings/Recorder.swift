import Server
import Wire

/// Writes the lines of a recording, which `Recording` reads: the events of a session and a hash of the output of each.
struct Recorder {
    enum Event {
        case message(UnsafeBufferPointer<UInt8>)
        case framingFailed(Framing.Failure)
        case timePassed(Double)
        case left(Int)
        case fileChanged(String)
        /// The percentage of a job that is done.
        case jobReached(Int)
        case caughtUp, settled, jobBegan, jobEnded, jobsCancelled, inputEnded
    }

    private let sink: any RecordingSink
    /// The version of the server.
    private let version: String
    /// The nonce of the process.
    private let nonce: String
    private var writer = JSONWriter()
    private var hasBegun = false
    /// The time that has passed since the last event, to be written with the next one; in milliseconds.
    private var time: Double?
    /// The number of bytes that waited before the event that is being performed.
    private var waiting = 0
    private var isHeldUp = false

    init(sink: any RecordingSink, version: String, nonce: String) {
        self.sink = sink
        self.version = version
        self.nonce = nonce
    }

    /// Writes an event before it is performed.
    mutating func begin(_ event: Event, _ outbox: Outbox) {
        if !hasBegun { writeHeader(event, outbox.style) }
        begin(event, waiting: outbox.waiting)
    }

    mutating func begin(_ event: Event, waiting: Int) {
        self.waiting = waiting
        write(event)
        flush()
    }

    /// Writes the output of the event that was begun last.
    mutating func end(_ outbox: Outbox) {
        let output = outbox.withLast(outbox.waiting - waiting) { Recording.Output(of: $0) }
        Recorder.write(output, into: &writer)
    }

    static func write(_ output: Recording.Output, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("out")
        let digits = String(output.hash, radix: 16)
        writer.string(String(repeating: "0", count: 16 - digits.utf8.count) + digits)
        writer.name("bytes")
        writer.integer(output.count)
        writer.endObject()
        writer.append("\n")
    }

    /// Sets the time of the next event.
    mutating func pass(to time: Double) { self.time = time }

    /// Writes whether output is backed up, since held-back frames depend on it.
    mutating func noteLeft(_ count: Int) {
        guard count > 0 || isHeldUp else { return }
        isHeldUp = count > 0
        write(.left(count))
    }

    mutating func flush() {
        if writer.count == 0 { return }
        writer.withBytes { sink.write($0) }
        writer.removeAll(keepingAtMost: 1 << 20)
    }

    private mutating func writeHeader(_ event: Event, _ style: Framing.Style) {
        hasBegun = true
        writer.beginObject()
        writer.name("recording")
        writer.integer(Recording.version)
        writer.name("server")
        writer.string(version)
        writer.name("framing")
        writer.string(style == .lines ? "lines" : "headers")
        var isClients = false
        if case .message(let body) = event {
            isClients = Recorder.asksForClientClock(body)
            writer.name("clock")
            writer.string(isClients ? "client" : "server")
        }
        if !isClients && !nonce.isEmpty {
            writer.name("nonce")
            writer.string(nonce)
        }
        writer.endObject()
        writer.append("\n")
    }

    /// Returns true if a conversation that begins with this message keeps the client's clock.
    private static func asksForClientClock(_ body: UnsafeBufferPointer<UInt8>) -> Bool {
        guard body.count < 65_536 else { return false }
        return JSON(parsing: String(decoding: body, as: UTF8.self))?["params"]?["clock"]?.stringValue == "client"
    }

    private mutating func write(_ event: Event) {
        writer.beginObject()
        if case .timePassed(let now) = event { time = now }
        if let time {
            writer.name("at")
            writer.number(time)
            self.time = nil
        }
        switch event {
        case .message(let body): Recorder.write(body: body, into: &writer)
        case .timePassed: break
        case .left(let count):
            writer.name("left")
            writer.integer(count)
        case .framingFailed(let failure):
            writer.name("framingFailed")
            writer.string("\(failure)")
        case .fileChanged(let document):
            writer.name("fileChanged")
            writer.string(document)
        case .jobReached(let percent):
            writer.name("jobReached")
            writer.integer(percent)
        case .caughtUp, .settled, .jobBegan, .jobEnded, .jobsCancelled, .inputEnded:
            writer.name("event")
            writer.string("\(event)")
        }
        writer.endObject()
        writer.append("\n")
    }

    /// The greatest depth of a body that is written into a line unchanged: the line is one level deeper.
    private static let depth = JSONSyntax.maximumDepth - 1

    private static func write(body: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        let isOneLine = !body.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let isBare = body.first.map { $0 > 0x20 } == true && body.last.map { $0 > 0x20 } == true
        guard isOneLine, isBare, JSONSyntax.validate(body, depthLimit: depth) == nil else {
            return write(payload: body, into: &writer)
        }
        writer.name("message")
        writer.raw(body)
    }

    /// Writes any bytes: as a string if they are one in UTF-8, else in hexadecimal digits.
    static func write(payload bytes: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) {
            writer.name("text")
            return writer.string(text)
        }
        writer.name("hex")
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            for half in [byte >> 4, byte & 0xF] {
                digits.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
            }
        }
        digits.withUnsafeBufferPointer { writer.string(utf8: $0) }
    }
}

/// A receiver of the lines of a recording.
///
/// The session's thread and its worker may write at the same time.
public protocol RecordingSink: Sendable {
    /// Adds whole lines.
    func write(_ lines: UnsafeBufferPointer<UInt8>)

    /// Is true if the session's thread calls, and not the worker's.
    var isOnSessionThread: Bool { get }
}
