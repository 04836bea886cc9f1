import Host
import Server

/// The bytes that were read from a client and have not been performed.
struct InputBuffer: ~Copyable {
    /// The first capacity, in bytes.
    private static let firstCapacity = 256 << 10
    private static let largestRead = 1 << 20

    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    /// The bytes from `start` to `end` are read and not performed.
    private var start = 0
    private var end = 0

    /// Fails when there is no memory.
    init?() {
        guard let base = Platform.resize(nil, to: Self.firstCapacity) else { return nil }
        self.base = base
        capacity = Self.firstCapacity
    }

    deinit { Platform.release(base) }

    private var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: end)
    }

    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

    mutating func next(_ framing: inout Framing) -> Framing.Event { framing.next(in: bytes, from: &start) }

    mutating func next(_ framing: inout WebSocketFraming) -> WebSocketFraming.Event {
        framing.next(
            in: UnsafeMutableBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: end), from: &start)
    }

    /// Calls `body` with the bytes that are not performed.
    func withUnread<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { body(self[start..<end]) }

    /// Goes past bytes that are performed.
    mutating func drop(_ count: Int) { start += count }

    mutating func dropAll() { start = end }

    mutating func finish(_ framing: inout Framing) -> Framing.Event { framing.finish(in: bytes, from: &start) }

    /// Reads standard input and appends the bytes; blocks while it is empty.
    mutating func read() -> Platform.Transfer {
        read(atMost: Self.largestRead) { Platform.readInput(into: $0) }
    }

    /// Appends the read bytes, up to a number.
    @inline(__always)
    mutating func read(
        atMost limit: Int, _ read: (UnsafeMutableRawBufferPointer) -> Platform.Transfer
    ) -> Platform.Transfer {
        guard reserveSpace() else { return .failed }
        let transfer = read(UnsafeMutableRawBufferPointer(start: base + end, count: min(capacity - end, limit)))
        if case .bytes(let count) = transfer { end += count }
        return transfer
    }

    /// Moves the bytes to the front if that is cheap, grows for a long message, and shrinks after it; false without
    /// memory.
    private mutating func reserveSpace() -> Bool {
        let count = end - start
        if count == 0, capacity == Self.firstCapacity {
            (start, end) = (0, 0)
        } else if count < Self.firstCapacity / 2, capacity > Self.firstCapacity {
            moveToFront()
            return resize(to: Self.firstCapacity)
        } else if capacity - end < capacity / 8 {
            if start >= count { moveToFront() } else { return resize(to: capacity * 2) }
        }
        return true
    }

    private mutating func moveToFront() {
        base.copyMemory(from: base + start, byteCount: end - start)
        (start, end) = (0, end - start)
    }

    private mutating func resize(to count: Int) -> Bool {
        guard let block = Platform.resize(base, to: count) else { return false }
        base = block
        capacity = count
        return true
    }
}
