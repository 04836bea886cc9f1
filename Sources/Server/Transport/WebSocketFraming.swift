/// The state machine that cuts messages out of the frames that a client sends at a WebSocket (RFC 6455).
///
/// It stores no bytes, like `Framing`: the caller keeps unconsumed ones. Payloads are unmasked in place, and the parts
/// of a message are moved together; a control frame may come between two of them.
public struct WebSocketFraming: Sendable {
    /// The finding in the buffer; a range counts from its start.
    public enum Event: Hashable, Sendable {
        case message(Range<Int>)
        case ping(Range<Int>)
        /// The client ends the conversation, and is answered with this status.
        case close(UInt16)
        case needMore
        /// The client broke the protocol: the conversation ends with a status and a reason. Nothing is read after it.
        case failure(UInt16, String)
    }

    private struct Header {
        let kind: WebSocketFrame.Opcode
        let isLast: Bool
        let payload: Range<Int>
        let mask: UInt32
    }

    /// The longest message, in bytes.
    public var messageBytes: Int
    /// The number of bytes of an incomplete message, which lie together in front.
    private var joined = 0
    /// The position of the next frame, after the joined bytes.
    private var scanned = 0
    private var isOpen = false

    /// A framing that has read nothing.
    public init(messageBytes: Int) { self.messageBytes = messageBytes }

    /// Reads on from `offset`, which moves past consumed bytes; later bytes must be passed again.
    ///
    /// - Complexity: O(*n*) for *n* bytes in all, however they are cut.
    public mutating func next(in bytes: UnsafeMutableBufferPointer<UInt8>, from offset: inout Int) -> Event {
        while true {
            closeGap(bytes, &offset)
            let header: Header
            switch readHeader(UnsafeBufferPointer(bytes), at: offset + scanned) {
            case .success(let found?): header = found
            case .success(nil): return .needMore
            case .failure(let refusal): return .failure(refusal.status, refusal.reason)
            }
            let payload = UnsafeMutableBufferPointer(rebasing: bytes[header.payload])
            WebSocketFraming.unmask(payload, header.mask)
            if header.kind.isControl {
                pass(header.payload.upperBound, &offset)
                switch header.kind {
                case .ping: return .ping(header.payload)
                case .close: return .close(WebSocketFraming.answer(toClose: payload))
                default: continue
                }
            }
            var message = header.payload
            if isOpen || !header.isLast {
                message = offset..<offset + joined + payload.count
                bytes.baseAddress.map { base in
                    (base + offset + joined).update(from: base + header.payload.lowerBound, count: payload.count)
                }
                joined = message.count
            }
            isOpen = !header.isLast
            pass(header.payload.upperBound, &offset)
            if isOpen { continue }
            (joined, scanned, offset) = (0, 0, header.payload.upperBound)
            return WebSocketFraming.isText(UnsafeBufferPointer(rebasing: bytes[message]))
                ? .message(message) : .failure(1007, "a message that is not UTF-8")
        }
    }

    /// Continues after a frame.
    private mutating func pass(_ end: Int, _ offset: inout Int) {
        scanned = isOpen ? end - offset : 0
        if !isOpen { offset = end }
    }

    /// Drops the bytes between the joined parts and the next frame, once they are as many as the parts, so that many
    /// short parts take no more memory than the message.
    private mutating func closeGap(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ offset: inout Int) {
        let gap = scanned - joined
        guard gap > max(joined, 4096), let base = bytes.baseAddress else { return }
        (base + offset + gap).update(from: base + offset, count: joined)
        offset += gap
        scanned = joined
    }

    private struct Refusal: Error {
        let status: UInt16
        let reason: String
    }

    /// Reads the header of a frame that is whole; nil until it is.
    private func readHeader(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Result<Header?, Refusal> {
        func refuse(_ status: UInt16, _ reason: String) -> Result<Header?, Refusal> {
            .failure(Refusal(status: status, reason: reason))
        }
        guard bytes.count - start >= 2 else { return .success(nil) }
        let (first, second) = (bytes[start], bytes[start + 1])
        if first & 0x70 != 0 { return refuse(1002, "no extension was agreed upon") }
        guard let kind = WebSocketFrame.Opcode(rawValue: first & 0x0F) else {
            return refuse(1002, "an unknown kind of frame")
        }
        if second & 0x80 == 0 { return refuse(1002, "a frame without a mask") }
        let (isLast, short) = (first & 0x80 != 0, Int(second & 0x7F))
        if kind.isControl && (!isLast || short > 125) {
            return refuse(1002, "a control frame that is long or in parts")
        }
        if kind == .binary { return refuse(1003, "messages are text") }
        if !kind.isControl && isOpen != (kind == .continuation) { return refuse(1002, "a part out of turn") }
        let size = short == 126 ? 2 : short == 127 ? 8 : 0
        guard bytes.count - start >= 2 + size else { return .success(nil) }
        var length = UInt64(short)
        if size > 0 { length = bytes[start + 2..<start + 2 + size].reduce(0) { $0 << 8 | UInt64($1) } }
        if size > 0 && length < (size == 2 ? 126 : 0x1_0000) {
            return refuse(1002, "a length in more bytes than it needs")
        }
        if !kind.isControl && length > UInt64(max(messageBytes - joined, 0)) {
            return refuse(1009, "a message of more than \(messageBytes) bytes")
        }
        let from = start + 2 + size + 4
        guard bytes.count - from >= Int(length) else { return .success(nil) }
        let mask = bytes[from - 4..<from].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        return .success(Header(kind: kind, isLast: isLast, payload: from..<from + Int(length), mask: mask))
    }

    /// - Parameter mask: its first byte lowest.
    private static func unmask(_ payload: UnsafeMutableBufferPointer<UInt8>, _ mask: UInt32) {
        let raw = UnsafeMutableRawBufferPointer(payload)
        let wide = UInt64(mask) << 32 | UInt64(mask)
        var index = 0
        while raw.count - index >= 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ wide
            raw.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < raw.count {
            raw[index] ^= UInt8(truncatingIfNeeded: mask >> (UInt32(index & 3) * 8))
            index += 1
        }
    }

    private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    /// The status that answers a goodbye: the client's, if it is one that may be sent.
    private static func answer(toClose payload: UnsafeMutableBufferPointer<UInt8>) -> UInt16 {
        if payload.isEmpty { return 1000 }
        guard payload.count >= 2, isText(UnsafeBufferPointer(rebasing: payload[2...])) else { return 1002 }
        let status = UInt16(payload[0]) << 8 | UInt16(payload[1])
        switch status {
        case 1000...1003, 1007...1014, 3000...4999: return status
        default: return 1002
        }
    }
}
