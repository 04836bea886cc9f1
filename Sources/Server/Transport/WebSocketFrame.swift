import Wire

/// A frame of a WebSocket as a server sends it: whole, without a mask (RFC 6455, 5.2).
public enum WebSocketFrame {
    /// The kinds of frames that are sent and taken.
    public enum Opcode: UInt8, Sendable {
        case continuation = 0, text = 1, binary = 2
        case close = 8, ping = 9, pong = 10

        var isControl: Bool { rawValue >= Opcode.close.rawValue }
    }

    /// The number of bytes that a header has at most.
    static let headerBytes = 10

    /// Returns a control frame; at most 125 bytes of the payload are sent.
    public static func control(_ kind: Opcode, _ payload: some Collection<UInt8>) -> [UInt8] {
        let payload = payload.prefix(125)
        return [0x80 | kind.rawValue, UInt8(payload.count)] + payload
    }

    /// Returns the frame that ends a conversation, with a status and a reason.
    public static func close(_ status: UInt16, _ reason: String = "") -> [UInt8] {
        control(.close, [UInt8(status >> 8), UInt8(status & 0xFF)] + reason.utf8.prefix(120))
    }

    /// Returns the header of a message with a length.
    static func header(ofText count: Int) -> [UInt8] {
        let first = 0x80 | Opcode.text.rawValue
        if count < 126 { return [first, UInt8(count)] }
        let size = count < 1 << 16 ? 2 : 8
        let bytes = (0..<size).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        return [first, size == 2 ? 126 : 127] + bytes
    }

    /// Reads a frame that this process wrote; returns the range of its body, and whether it is a message.
    static func next(
        in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int
    ) -> (body: Range<Int>, isMessage: Bool)? {
        guard bytes.count - offset >= 2 else { return nil }
        let (first, short) = (bytes[offset], Int(bytes[offset + 1]))
        let size = short == 126 ? 2 : short == 127 ? 8 : 0
        let length = size == 0 ? short : bytes[offset + 2..<offset + 2 + size].reduce(0) { $0 << 8 | Int($1) }
        let start = offset + 2 + size
        offset = start + length
        return (start..<offset, first & 0x0F == Opcode.text.rawValue)
    }
}
