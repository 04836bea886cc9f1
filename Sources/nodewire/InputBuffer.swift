import Server

/// The bytes that were read from standard input and have not been performed.
struct InputBuffer: ~Copyable {
    private static let usualCapacity = 256 << 10
    private static let largestRead = 1 << 20

    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    /// What has been performed ends here, what has been read there.
    private var start = 0
    private var end = 0

    init?() {
        guard let base = Platform.resize(nil, to: Self.usualCapacity) else { return nil }
        self.base = base
        capacity = Self.usualCapacity
    }

    deinit { Platform.release(base) }

    private var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), count: end)
    }

    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

    mutating func next(_ framing: inout Framing) -> Framing.Event { framing.next(in: bytes, from: &start) }

    mutating func finish(_ framing: inout Framing) -> Framing.Event { framing.finish(in: bytes, from: &start) }

    /// Reads what there is, behind what is left.
    mutating func read() -> Platform.Transfer {
        guard makeRoom() else { return .failed }
        let room = UnsafeMutableRawBufferPointer(start: base + end, count: min(capacity - end, Self.largestRead))
        let transfer = Platform.readInput(into: room)
        if case .bytes(let count) = transfer { end += count }
        return transfer
    }

    /// Moves what is left to the front where that is cheap, grows for a long message, and shrinks after it.
    private mutating func makeRoom() -> Bool {
        let count = end - start
        if count == 0, capacity == Self.usualCapacity {
            (start, end) = (0, 0)
        } else if count < Self.usualCapacity / 2, capacity > Self.usualCapacity {
            moveToFront()
            return resize(to: Self.usualCapacity)
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
