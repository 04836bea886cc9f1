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
