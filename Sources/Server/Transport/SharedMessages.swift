import Wire

/// The messages for several clients, kept once for each framing: outboxes hold parts of them.
///
/// They are written one after the other into runs. A run is freed when none of it waits in any outbox.
struct SharedMessages: Sendable {
    /// Messages in one framing: a part of a run.
    struct Framed: Sendable {
        /// The unique number of the run; 0 for a single message.
        fileprivate let run: Int
        /// The framing of all of them.
        let style: Framing.Style
        /// The bytes of the run, up to the last of these or more.
        fileprivate(set) var bytes: JSONWriter
        /// The range of the messages in it.
        var range: Range<Int>

        /// One message that is in no other outbox.
        init(alone body: JSONWriter, as style: Framing.Style) {
            var bytes = JSONWriter(capacity: body.count + SharedMessages.headerBytes)
            body.withBytes { bytes.append($0, as: style) }
            (run, self.style, self.bytes, range) = (0, style, bytes, 0..<bytes.count)
        }

        fileprivate init(run: Int, as style: Framing.Style, bytes: JSONWriter, range: Range<Int>) {
            (self.run, self.style, self.bytes, self.range) = (run, style, bytes, range)
        }

        /// These messages and the following ones in the run; nil if these do not precede them.
        func joined(with next: Framed) -> Framed? {
            guard run != 0, run == next.run, range.upperBound == next.range.lowerBound else { return nil }
            return Framed(run: run, as: style, bytes: next.bytes, range: range.lowerBound..<next.range.upperBound)
        }
    }

    private struct Run: Sendable {
        let number: Int
        var bytes: JSONWriter
    }

    /// The least capacity of a run, in bytes.
    private static let runBytes = 64 << 10
    /// The number of bytes that a header has at most.
    private static let headerBytes = 40

    /// The runs that messages are added to.
    private var open: [Framing.Style: Run] = [:]
    /// The runs that are full.
    private var full: [Run] = []
    /// The current messages, as far as they have been framed.
    private var current: [Framing.Style: Range<Int>] = [:]
    private var count = 0
    /// The number of bytes that the runs take.
    private(set) var bytes = 0

    /// Returns the current messages, which were written as lines, in a framing.
    ///
    /// - Complexity: O(*n*) in the bytes, once for each framing.
    mutating func frame(_ lines: UnsafeBufferPointer<UInt8>, as style: Framing.Style) -> Framed {
        if let run = open[style], let range = current[style] {
            return Framed(run: run.number, as: style, bytes: run.bytes, range: range)
        }
        let messages = lines.split(separator: UInt8(ascii: "\n"))
        let space = style == .lines ? lines.count : lines.count + messages.count * SharedMessages.headerBytes
        var run = open[style] ?? begin(space)
        if run.bytes.capacity - run.bytes.count < space {
            full.append(run)
            run = begin(space)
        }
        let start = run.bytes.count
        for message in messages { run.bytes.append(UnsafeBufferPointer(rebasing: message), as: style) }
        open[style] = run
        current[style] = start..<run.bytes.count
        return Framed(run: run.number, as: style, bytes: run.bytes, range: start..<run.bytes.count)
    }

    /// Ends the current messages: others follow.
    mutating func end() { current.removeAll(keepingCapacity: true) }

    /// Frees the runs without waiting parts.
    ///
    /// - Complexity: O(*n*) in the runs.
    mutating func release() {
        if bytes == 0 { return }
        for style in Array(open.keys) where open[style]?.bytes.isAlone() == true { open[style] = nil }
        for index in full.indices.reversed() where full[index].bytes.isAlone() { full.remove(at: index) }
        bytes = open.values.reduce(0) { $0 + $1.bytes.capacity } + full.reduce(0) { $0 + $1.bytes.capacity }
    }

    private mutating func begin(_ space: Int) -> Run {
        count += 1
        let run = Run(number: count, bytes: JSONWriter(capacity: max(space, SharedMessages.runBytes)))
        bytes += run.bytes.capacity
        return run
    }
}

extension JSONWriter {
    /// Writes a message in a framing.
    fileprivate mutating func append(_ message: UnsafeBufferPointer<UInt8>, as style: Framing.Style) {
        switch style {
        case .headers:
            append("Content-Length: ")
            integer(message.count)
            append("\r\n\r\n")
        case .webSocket: WebSocketFrame.header(ofText: message.count).withUnsafeBufferPointer { append($0) }
        case .lines: break
        }
        append(message)
        if style == .lines { append("\n") }
    }
}

/// Reads the messages that this process has written, while they wait for a client.
struct WrittenMessages {
    private let style: Framing.Style
    private var framing = Framing(limits: Framing.Limits(messageBytes: .max / 2))

    init(_ style: Framing.Style) { self.style = style }

    /// Returns the range of the next body; a control frame of a WebSocket is not a message. Nil at the end.
    mutating func next(
        in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int
    ) -> (body: Range<Int>, isMessage: Bool)? {
        if style == .webSocket { return WebSocketFrame.next(in: bytes, from: &offset) }
        guard case .message(let body) = framing.next(in: bytes, from: &offset) else { return nil }
        return (body, true)
    }
}
