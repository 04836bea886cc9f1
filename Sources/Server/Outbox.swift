/// The messages that wait to be written to the client, framed, in one run of bytes.
///
/// A body is written once, where it leaves from: `begin` leaves room for the header, the body is appended to `bytes`
/// (or `bytes` is swapped into a writer and back), and `end` puts the header right before it.
public struct Outbox: Sendable {
    /// What has been written and not yet dropped. Between `begin` and `end` append to it, and do nothing else.
    public var bytes: [UInt8] = []

    /// The framing of the messages that follow.
    public var style = Framing.Style.headers

    /// How many of `bytes` have left.
    @usableFromInline var sent = 0
    /// Where the room for the header of the message begun starts.
    @usableFromInline var start = 0

    /// Room for the header of any body that fits into memory.
    @inlinable static var room: Int { 16 + 19 + 4 }
    /// An empty buffer larger than this is given back.
    private static let keptBytes = 1 << 20

    public init() {}

    /// How many bytes wait.
    @inlinable public var waiting: Int { bytes.count - sent }

    /// How long the body of the message begun has become.
    @inlinable public var bodyCount: Int { bytes.count - bodyStart }

    @inlinable var bodyStart: Int { style == .headers ? start + Self.room : start }

    @inlinable public mutating func begin() {
        start = bytes.count
        if style == .headers { bytes.append(contentsOf: repeatElement(0, count: Self.room)) }
    }

    /// Drops the message begun.
    @inlinable public mutating func cancel() {
        bytes.removeLast(bytes.count - start)
    }

    /// Adds the framing to the message begun.
    ///
    /// The header seldom fills its room. What is left is closed by moving the bytes before it or those after it, whichever
    /// are fewer: nothing at all for the first message that waits.
    /// - Complexity: O(*n*) where *n* is the smaller of the body and the bytes that waited at `begin`.
    public mutating func end() {
        guard style == .headers else { return bytes.append(UInt8(ascii: "\n")) }
        let (start, sent, body) = (start, sent, bodyCount)
        let gap = bytes.withUnsafeMutableBytes { raw in
            Self.closeGap(raw, sent: sent, start: start, body: body)
        }
        switch gap {
        case .before(let gap): self.sent += gap
        case .behind(let gap): bytes.removeLast(gap)
        }
    }

    private enum Gap {
        case before(Int), behind(Int)
    }

    private static func closeGap(_ raw: UnsafeMutableRawBufferPointer, sent: Int, start: Int, body: Int) -> Gap {
        guard let base = raw.baseAddress else { return .before(0) }
        let header = base + start + room
        var at = header
        func put(_ text: StaticString) {
            at -= text.utf8CodeUnitCount
            at.copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        }
        put("\r\n\r\n")
        var number = body
        repeat {
            at -= 1
            at.storeBytes(of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10), as: UInt8.self)
            number /= 10
        } while number > 0
        put("Content-Length: ")
        let gap = at - (base + start)
        let before = start - sent
        let behind = header - at + body
        if before < behind {
            (base + sent + gap).copyMemory(from: base + sent, byteCount: before)
            return .before(gap)
        }
        (base + start).copyMemory(from: at, byteCount: behind)
        return .behind(gap)
    }

    /// Hands the bytes that wait to `write`, which answers how many of them have left.
    public mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
        let count = bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
        sent += count
        if sent == bytes.count {
            sent = 0
            if bytes.capacity > Self.keptBytes { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
        } else if sent > Self.keptBytes, sent > bytes.count / 2 {
            // Moving what waits to the front has been paid for by what has left.
            bytes.removeSubrange(..<sent)
            sent = 0
        }
    }
}
