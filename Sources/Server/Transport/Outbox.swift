import Graph
import Wire

/// The messages that wait to be written to the client, framed, in one run of bytes.
///
/// A body is written once, in the place from which it is sent: `begin` reserves space for the header, the body goes
/// into `writer`, and `end` puts the header directly before it. Messages for several clients may wait between its
/// bytes without a copy (`SharedParts`).
public struct Outbox: Sendable {
    /// The writer of the body of the current message.
    /// It must not be used outside `begin` and `end`.
    public var writer: JSONWriter

    /// The framing of the messages that follow.
    public var style = Framing.Style.headers

    /// The limits of the conversation for its output.
    var limits = SessionLimits()

    /// The number of bytes of the writer that have been written to the client.
    @usableFromInline var sent = 0
    /// The index at which the body of the current message starts, with the space for its header before it.
    @usableFromInline var bodyStart = 0
    @usableFromInline var start = 0
    /// The number of bytes that have been written to the client, without those of shared messages.
    private var writtenBytes = 0
    /// The parts of messages for several clients that wait between its own bytes.
    private var shared = SharedParts()
    /// The number of their bytes.
    @usableFromInline var sharedBytes = 0

    /// Is true if the last attempt to write left bytes over: the client reads more slowly than the server writes.
    private(set) var isHeldUp = false
    /// The changes of documents among the waiting messages that are its own.
    private var changes = WaitingChanges()

    /// The replies to the current batch so far; they become one message.
    var batch: JSONWriter?
    /// The replies that are refused if their changes fail to reach the disk.
    var unsynced = UnsyncedReplies()

    private static let firstCapacity = 32 << 10
    /// The buffer of an empty writer is released if it is larger than this.
    private static let keptCapacity = 4 << 20

    /// An empty outbox, which frames messages by headers until `style` is set.
    public init() {
        writer = JSONWriter(capacity: Self.firstCapacity)
    }

    /// Writes one message.
    @inline(__always)
    mutating func send(_ body: (inout JSONWriter) -> Void) {
        begin()
        body(&writer)
        end()
    }

    /// Writes one reply: a message of its own, or an element of the reply to the current batch.
    @inline(__always)
    mutating func reply(_ body: (inout JSONWriter) -> Void) {
        guard var replies = batch.take() else { return send(body) }
        body(&replies)
        batch = replies
    }

    /// The greatest length of a reply; those to a batch share the length of one message.
    @inline(__always)
    var availableReplyBytes: Int { limits.messageBytes &- (batch?.count ?? 0) }

    /// Collects the following replies for one message.
    mutating func beginBatch() {
        var replies = JSONWriter()
        replies.beginArray()
        batch = replies
    }

    /// Sends the collected replies as one message, if there are any.
    mutating func endBatch() {
        guard var replies = batch else { return }
        batch = nil
        if replies.count <= 1 { return }
        replies.endArray()
        send { writer in replies.withBytes { writer.raw($0) } }
    }

    /// The number of bytes that wait to be written.
    @inlinable public var waiting: Int { writer.count &- sent &+ sharedBytes }

    /// The number of waiting bytes that are in no other outbox.
    @inlinable var ownWaiting: Int { writer.count &- sent }

    /// The number of bytes sent so far, with waiting ones.
    var sentBytes: Int { writtenBytes + shared.writtenBytes + waiting }

    /// Is true if more than `waitingChangeBytes` of changes wait for a client that does not read.
    var hasTooManyChanges: Bool { isHeldUp && changes.bytes + shared.changeBytes > limits.waitingChangeBytes }

    /// Adds the framing to the current message, which is a change of a document.
    mutating func endChange() {
        let count = bodyCount
        end()
        changes.add(count, waiting: waiting)
    }

    /// The length of the body of the current message so far, in bytes.
    @inlinable public var bodyCount: Int { writer.count &- bodyStart }

    /// Begins a message; its body goes into `writer`, then `end` or `cancel` follows.
    @inlinable public mutating func begin() {
        start = writer.count
        switch style {
        // Space for the header of any body that fits into memory.
        case .headers: writer.append("Content-Length: 9223372036854775807\r\n\r\n")
        case .webSocket: writer.append("0123456789")
        case .lines: writer.append("")
        }
        bodyStart = writer.count
    }

    /// Drops the current message.
    public mutating func cancel() {
        let start = start
        writer.update { _ in start }
    }

    /// Adds the framing to the current message.
    ///
    /// The header seldom fills its space. The gap is closed by moving the bytes before it or those after it, whichever
    /// are fewer; for the first waiting message none are moved.
    /// - Complexity: O(*n*) where *n* is the smaller of the body and the bytes that waited at `begin`.
    public mutating func end() {
        if style == .lines { return writer.append("\n") }
        let isWebSocket = style == .webSocket
        let (waited, start, bodyStart) = (sent..<start, start, bodyStart)
        var gapBefore = 0
        writer.update { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            let count = bytes.count - bodyStart
            let header =
                isWebSocket
                ? Self.writeFrame(count, before: bodyStart, base) : Self.writeLength(count, before: bodyStart, base)
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

    /// Writes the header so that it ends at the start of the body, and returns where it begins. Its line ends are
    /// already there.
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

    /// Writes the header of a frame so that it ends at the start of the body, and returns where it begins.
    private static func writeFrame(_ count: Int, before bodyStart: Int, _ base: UnsafeMutableRawPointer) -> Int {
        let header = WebSocketFrame.header(ofText: count)
        let at = bodyStart - header.count
        for index in header.indices { base.storeBytes(of: header[index], toByteOffset: at + index, as: UInt8.self) }
        return at
    }

    /// Adds a frame of a WebSocket that holds no message; none is begun.
    mutating func add(frame: [UInt8]) { frame.withUnsafeBufferPointer { writer.append($0) } }

    /// Calls `body` with the last waiting bytes that are its own.
    public func withLast<Result, Failure>(
        _ count: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition((0...ownWaiting).contains(count))
        return try writer.withBytes { (bytes) throws(Failure) in
            try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.suffix(count))))
        }
    }

    /// Drops the last waiting bytes that are its own, which are whole messages.
    mutating func removeLast(_ count: Int) {
        precondition((0...ownWaiting).contains(count))
        writer.update { $0.count - count }
    }

    /// Passes the waiting bytes, or the first of them, to `write`, which returns how many it has written.
    ///
    /// - Complexity: amortized O(*n*) in the bytes written.
    public mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
        var end = writer.count
        if sharedBytes > 0, let position = shared.position {
            end = sent + position - writtenBytes
            if end == sent { return drainShared(write) }
        }
        let waiting = sent..<end
        let count = writer.withBytes { write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: $0[waiting]))) }
        sent += count
        writtenBytes += count
        isHeldUp = sent < waiting.upperBound
        changes.leave(count, waiting: self.waiting)
        if sent == writer.count {
            sent = 0
            writer.removeAll(keepingAtMost: Self.keptCapacity)
        } else if sent > Self.keptCapacity, sent > writer.count / 2 {
            // To move the waiting bytes to the front costs less than writing the bytes before them did.
            writer.removeFirst(sent)
            sent = 0
        }
    }
}

// MARK: Messages for several clients

extension Outbox {
    /// The number of waiting bytes up to which a message for several clients is copied: writing it at once with others
    /// costs less than keeping a part of it.
    private static let copiedBytes = 64 << 10

    /// Is true if a message of a length for several clients waits as a shared part: later messages are then parts,
    /// too, so that a reset in its place comes behind no change.
    func shares(_ count: Int) -> Bool { sharedBytes > 0 || waiting + count > Self.copiedBytes }

    /// The number of bytes of changes for which `document/reset` may be put.
    var resettableBytes: Int { shared.changeBytes }

    /// Adds shared messages, in the framing of this outbox.
    ///
    /// - Parameter document: the document of the changes; nil if they are none.
    mutating func add(_ messages: SharedMessages.Framed, changing document: DocumentKey?) {
        shared.add(messages, behind: writtenBytes + ownWaiting, changing: document)
        sharedBytes = shared.bytes
    }

    private mutating func drainShared(_ write: (UnsafeRawBufferPointer) -> Int) {
        let left = shared.drain(write)
        isHeldUp = left > 0
        let count = sharedBytes - shared.bytes
        sharedBytes = shared.bytes
        changes.leave(count, waiting: waiting)
    }

    /// Replaces the changes of documents that wait as parts by other messages; a partly written one stays.
    mutating func replaceSharedChanges(by message: (DocumentKey) -> JSONWriter?) {
        let style = style
        shared.replaceChanges { document in message(document).map { SharedMessages.Framed(alone: $0, as: style) } }
        sharedBytes = shared.bytes
    }

    /// Replaces its own last messages by others; the parts between them stay between the same messages.
    mutating func replaceLast(_ count: Int, _ body: (UnsafeBufferPointer<UInt8>, inout JSONWriter) -> Void) {
        let bytes = withLast(count) { Array($0) }
        let start = writtenBytes + ownWaiting - count
        var parts = shared.takeParts(behind: start)
        removeLast(count)
        bytes.withUnsafeBufferPointer { bytes in
            var framing = WrittenMessages(style)
            var offset = 0
            var from = 0
            while let (message, isMessage) = framing.next(in: bytes, from: &offset) {
                if isMessage {
                    send { body(UnsafeBufferPointer(rebasing: bytes[message]), &$0) }
                } else {
                    writer.append(UnsafeBufferPointer(rebasing: bytes[from..<offset]))
                }
                from = offset
                shared.put(&parts, upTo: start + offset, at: writtenBytes + ownWaiting)
            }
        }
    }
}
