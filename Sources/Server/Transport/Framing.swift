/// The state machine that cuts message bodies out of the bytes a client sends.
///
/// It stores no bytes: the caller keeps unconsumed ones and passes them again with the bytes that follow. The events
/// do not depend on the division of the input. The first byte that is not white space decides the style for good.
public struct Framing: Sendable {
    /// The delimiters of messages: `Content-Length` headers, lines, or the frames of a WebSocket (`WebSocketFraming`).
    public enum Style: Hashable, Sendable {
        case headers, lines, webSocket
    }

    /// The sizes in bytes beyond which input is refused and read past.
    public struct Limits: Hashable, Sendable {
        /// The longest body of a message.
        public var messageBytes: Int
        /// The longest block of header lines.
        public var headerBytes: Int

        /// Sets the limits, in bytes.
        public init(messageBytes: Int = 64 << 20, headerBytes: Int = 64 << 10) {
            self.messageBytes = messageBytes
            self.headerBytes = headerBytes
        }
    }

    /// The finding in the buffer; a range counts from its start.
    public enum Event: Hashable, Sendable {
        case message(Range<Int>)
        case needMore
        case failure(Failure)
    }

    enum State: Sendable {
        case undecided
        case betweenMessages
        case header(HeaderBlock)
        case body(length: Int)
        case skippingBody(remaining: Int)
        case resynchronising
        case line(scanned: Int)
        case skippingLine
    }

    /// The current limits.
    public var limits: Limits
    /// The style of the client; nil until its first byte that is not white space.
    public private(set) var style: Style?
    private var state = State.undecided

    /// A framing that has read nothing; the limits default to 64 MiB a body and 64 KiB a header block.
    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// A framing by lines only, whatever the first byte is.
    public init(lines limits: Limits) {
        self.limits = limits
        style = .lines
        state = .line(scanned: 0)
    }

    /// Reads on from `offset`, which moves past consumed bytes; later bytes must be passed again.
    ///
    /// A failure is reported once, as soon as it is certain, and the next call reads past it.
    /// - Complexity: O(*n*) for *n* bytes in all, however they are cut.
    public mutating func next(in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) -> Event {
        // Fast path: a header in the usual spelling, and its whole body.
        if case .betweenMessages = state {
            guard offset < bytes.count else { return .needMore }
            if let (bodyStart, length) = HeaderBlock.canonical(in: bytes, at: offset), length <= limits.messageBytes,
                length <= bytes.count &- bodyStart
            {
                offset = bodyStart &+ length
                return .message(Range(uncheckedBounds: (bodyStart, offset)))
            }
        }
        return step(bytes, &offset)
    }

    private mutating func step(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Event {
        while true {
            let event: Event?
            switch state {
            case .undecided: event = decide(bytes, &offset)
            case .betweenMessages: event = begin(bytes, &offset)
            case .header(let block): event = readHeader(block, bytes, &offset)
            case .body(let length): event = takeBody(length, bytes, &offset)
            case .skippingBody(let remaining): event = skipBody(remaining, bytes, &offset)
            case .resynchronising: event = resynchronise(bytes, &offset)
            case .line(let scanned): event = readLine(scanned, bytes, &offset)
            case .skippingLine: event = skipLine(bytes, &offset)
            }
            if let event { return event }
        }
    }

    /// Reads the bytes that `next` left, after the end of input; to be called until it needs more.
    public mutating func finish(in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) -> Event {
        let start = offset
        offset = bytes.count
        switch state {
        case .undecided, .betweenMessages, .skippingBody, .resynchronising, .skippingLine:
            return .needMore
        case .header, .body:
            state = .betweenMessages
            return .failure(.endOfInput)
        case .line:
            state = .line(scanned: 0)
            return event(ofLine: start..<bytes.count, in: bytes) ?? .needMore
        }
    }
}

extension Framing {
    private mutating func decide(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Event? {
        guard let first = Self.skipWhiteSpace(bytes, &offset) else { return .needMore }
        let isLine = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        style = isLine ? .lines : .headers
        state = isLine ? .line(scanned: 0) : .betweenMessages
        return nil
    }

    private mutating func begin(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Event? {
        guard Self.skipWhiteSpace(bytes, &offset) != nil else { return .needMore }
        state = .header(HeaderBlock())
        return nil
    }

    private mutating func readHeader(
        _ block: HeaderBlock, _ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int
    ) -> Event? {
        var block = block
        let result = block.read(UnsafeBufferPointer(rebasing: bytes[offset...]), limits: limits)
        switch result {
        case .needMore:
            state = .header(block)
            return .needMore
        case .complete(let length):
            offset += block.scanned
            state = .body(length: length)
            return nil
        case .refused(let failure, let length):
            offset += block.scanned
            state = .skippingBody(remaining: length)
            return .failure(failure)
        case .broken(let failure):
            offset += block.scanned
            state = .resynchronising
            return .failure(failure)
        }
    }

    private mutating func takeBody(
        _ length: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int
    ) -> Event? {
        guard bytes.count - offset >= length else {
            state = .body(length: length)
            return .needMore
        }
        let body = offset..<offset + length
        offset = body.upperBound
        state = .betweenMessages
        return .message(body)
    }

    private mutating func skipBody(
        _ remaining: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int
    ) -> Event? {
        let skipped = min(remaining, bytes.count - offset)
        offset += skipped
        guard skipped == remaining else {
            state = .skippingBody(remaining: remaining - skipped)
            return .needMore
        }
        state = .betweenMessages
        return nil
    }

    /// Looks for the next line `Content-Length: N`, wherever in a line it begins.
    ///
    /// No JSON text contains such a line, because a string has no raw line feed. So neither the body after a broken
    /// header nor one beyond the limit is mistaken for a header, and its declared length does not matter.
    private mutating func resynchronise(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Event? {
        var from = offset
        while let feed = bytes.firstLineFeed(from: from) {
            if let start = HeaderBlock.startOfLengthLine(endingAt: feed, in: bytes, from: offset) {
                offset = start
                state = .header(HeaderBlock())
                return nil
            }
            from = feed + 1
        }
        offset = max(from, bytes.count - HeaderBlock.longestLengthLine)
        return .needMore
    }

    private mutating func readLine(
        _ scanned: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int
    ) -> Event? {
        let start = offset
        guard let feed = bytes.firstLineFeed(from: start + scanned) else {
            // One byte more than the limit may be the carriage return of a line that just fits.
            guard bytes.count - start <= limits.messageBytes + 1 else {
                offset = bytes.count
                state = .skippingLine
                return .failure(.messageTooLong)
            }
            state = .line(scanned: bytes.count - start)
            return .needMore
        }
        offset = feed + 1
        state = .line(scanned: 0)
        return event(ofLine: start..<feed, in: bytes)
    }

    private mutating func skipLine(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Event? {
        guard let feed = bytes.firstLineFeed(from: offset) else {
            offset = bytes.count
            return .needMore
        }
        offset = feed + 1
        state = .line(scanned: 0)
        return nil
    }

    /// The event of a line without its line feed; nil if it is blank. A blank one has the same greatest length: while
    /// it comes in pieces, other bytes may still follow.
    private func event(ofLine line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        let hasReturn = line.last.map { bytes[$0] == UInt8(ascii: "\r") } ?? false
        let line = hasReturn ? line.dropLast() : line
        if line.count > limits.messageBytes { return .failure(.messageTooLong) }
        return bytes[line].allSatisfy(Self.isWhiteSpace) ? nil : .message(line)
    }

    /// The first byte that is not white space; nil when there is none.
    private static func skipWhiteSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> UInt8? {
        while offset < bytes.count {
            guard isWhiteSpace(bytes[offset]) else { return bytes[offset] }
            offset += 1
        }
        return nil
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first line feed from `start` on, eight bytes at a step (Mycroft, 1987).
    func firstLineFeed(from start: Int) -> Int? {
        guard let base = baseAddress else { return nil }
        let raw = UnsafeRawPointer(base)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while count - index >= 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let difference = word ^ (ones &* UInt64(UInt8(ascii: "\n")))
            let zeros = (difference &- ones) & ~difference & highs
            if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count {
            if base[index] == UInt8(ascii: "\n") { return index }
            index += 1
        }
        return nil
    }
}
