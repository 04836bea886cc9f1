/// Reads the messages that this process has written, where they wait for a client.
struct WrittenMessages {
    private let style: Framing.Style
    private var framing = Framing(limits: Framing.Limits(messageBytes: .max / 2))

    init(_ style: Framing.Style) { self.style = style }

    /// Returns where the body of the next one is; not a message is a frame of a WebSocket that holds none. Nil at the end.
    mutating func next(
        in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int
    ) -> (body: Range<Int>, isMessage: Bool)? {
        if style == .webSocket { return WebSocketFrame.next(in: bytes, from: &offset) }
        guard case .message(let body) = framing.next(in: bytes, from: &offset) else { return nil }
        return (body, true)
    }
}
