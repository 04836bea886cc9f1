import Graph
import Wire

/// The messages that wait to be written to the client, framed, in one run of bytes.
///
/// A body is written once, where it leaves from: `begin` leaves room for the header, the body goes into `writer`, and
/// `end` puts the header right before it.
public struct Outbox: Sendable {
    /// Where the body of the message begun is written. Outside `begin` and `end` it is not to be touched.
    public var writer: JSONWriter

    /// The framing of the messages that follow.
    public var style = Framing.Style.headers

    /// How many bytes of the writer have left.
    @usableFromInline var sent = 0
    /// Where the body of the message begun starts, and the room for its header.
    @usableFromInline var bodyStart = 0
    @usableFromInline var start = 0

    /// Whether at the last attempt to write not all was taken: the client reads more slowly than it is told.
    private(set) var isHeldUp = false
    /// The changes of documents among the messages that wait.
    private var changes = WaitingChanges()

    /// While a batch is answered: its replies so far, which become one message.
    var batch: JSONWriter?

    private static let usualCapacity = 32 << 10
    /// An empty writer with more room than this is given back.
    private static let keptCapacity = 4 << 20

    public init() {
        writer = JSONWriter(capacity: Self.usualCapacity)
    }

    /// Writes one message; `body` answers whether it is to be sent.
    @inline(__always)
    mutating func send(_ body: (inout JSONWriter) -> Void) {
        begin()
        body(&writer)
        end()
    }

    /// Writes one reply: a message of its own, or a part of the batch that is being answered.
    @inline(__always)
    mutating func reply(_ body: (inout JSONWriter) -> Void) {
        if batch != nil { body(&batch!) } else { send(body) }
    }

    /// Collects the replies that follow for one message.
    mutating func beginBatch() {
        var replies = JSONWriter()
        replies.beginArray()
        batch = replies
    }

    /// Sends the replies collected as one message, if there are any.
    mutating func endBatch() {
        guard var replies = batch else { return }
        batch = nil
        if replies.count <= 1 { return }
        replies.endArray()
        send { writer in replies.withBytes { writer.raw($0) } }
    }

    /// How many bytes wait.
    @inlinable public var waiting: Int { writer.count &- sent }

    /// Whether more changes of documents wait for a client that does not read than may wait.
    var hasTooManyChanges: Bool { isHeldUp && changes.bytes > Limits.waitingChangeBytes }

    /// Adds the framing to the message begun, which tells a change of a document.
    mutating func endChange() {
        let count = bodyCount
        end()
        changes.add(count, waiting: waiting)
    }

    /// How long the body of the message begun has become.
    @inlinable public var bodyCount: Int { writer.count &- bodyStart }

    @inlinable public mutating func begin() {
        start = writer.count
        switch style {
        // Room for the header of any body that fits into memory.
        case .headers: writer.append("Content-Length: 9223372036854775807\r\n\r\n")
        case .lines: writer.append("")
        }
        bodyStart = writer.count
    }

    /// Drops the message begun.
    public mutating func cancel() {
        let start = start
        writer.update { _ in start }
    }

    /// Adds the framing to the message begun.
    ///
    /// The header seldom fills its room. What is left is closed by moving the bytes before it or those after it, whichever
    /// are fewer: nothing at all for the first message that waits.
    /// - Complexity: O(*n*) where *n* is the smaller of the body and the bytes that waited at `begin`.
    public mutating func end() {
        guard style == .headers else { return writer.append("\n") }
        let (waited, start, bodyStart) = (sent..<start, start, bodyStart)
        var gapBefore = 0
        writer.update { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            let header = Self.writeLength(bytes.count - bodyStart, before: bodyStart, base)
            let gap = header - start
            let message = bytes.count - header
            if waited.count < message {
                (base + waited.lowerBound + gap).copyMemory(from: base + waited.lowerBound, byteCount: waited.count)
                gapBefore = gap
                return bytes.count
            }
            (base + start).copyMemory(from: base + header, byteCount: message)
            return bytes.count - gap
        }
        sent += gapBefore
    }

    /// Writes the header so that it ends where the body starts, and answers where it begins. Its ends of line stand
    /// there already.
    private static func writeLength(_ count: Int, before bodyStart: Int, _ base: UnsafeMutableRawPointer) -> Int {
        var at = bodyStart - 4
        var rest = UInt(bitPattern: count)
        repeat {
            at -= 1
            base.storeBytes(
                of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10), toByteOffset: at, as: UInt8.self)
            rest /= 10
        } while rest > 0
        let name: StaticString = "Content-Length: "
        at -= name.utf8CodeUnitCount
        (base + at).copyMemory(from: name.utf8Start, byteCount: name.utf8CodeUnitCount)
        return at
    }

    /// Shows the last of the bytes that wait, which is what the messages since caused.
    public func withLast<Result>(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        precondition((0...waiting).contains(count))
        return writer.withBytes { body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: $0.suffix(count)))) }
    }

    /// Hands the bytes that wait to `write`, which answers how many of them have left.
    public mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
        let waiting = sent..<writer.count
        let count = writer.withBytes { write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: $0[waiting]))) }
        sent += count
        isHeldUp = sent < waiting.upperBound
        changes.leave(count, waiting: waiting.upperBound - sent)
        if sent == waiting.upperBound {
            sent = 0
            writer.removeAll(keepingAtMost: Self.keptCapacity)
        } else if sent > Self.keptCapacity, sent > waiting.upperBound / 2 {
            // Moving what waits to the front has been paid for by what has left.
            writer.removeFirst(sent)
            sent = 0
        }
    }
}
