/// Writes JSON texts one behind the other into a growing buffer of bytes.
///
/// Commas come by themselves. The caller balances beginnings and ends and gives every name its value; what is written
/// is then in the grammar of RFC 8259, without white space.
///
/// It cannot be copied: the bytes are its own, so that no write has to ask whether another holds them too.
public struct JSONWriter: ~Copyable, @unchecked Sendable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0
    /// Whether a value stands before the place, so that the next needs a comma.
    @usableFromInline var needsComma = false

    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        base = .allocate(capacity: self.capacity)
    }

    deinit {
        base.deallocate()
    }

    /// Bytes written so far.
    @inlinable public var count: Int { length }

    /// A copy of what was written.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: length)) }

    /// A copy of what was written, leaving the writer empty.
    public mutating func take() -> [UInt8] {
        let taken = bytes
        removeAll()
        return taken
    }

    @inlinable
    public func withBytes<Result, Failure>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: base, count: length))
    }

    /// Empties the writer and keeps its room.
    @inlinable public mutating func removeAll() {
        length = 0
        needsComma = false
    }

    /// Empties the writer and gives back its room beyond `limit` bytes, as after a message out of the ordinary.
    public mutating func removeAll(keepingAtMost limit: Int) {
        removeAll()
        if capacity > max(limit, 16) { resize(to: max(limit, 16)) }
    }

    /// Removes the first bytes, which have been sent.
    ///
    /// - Complexity: O(*n*) in the bytes that stay.
    public mutating func removeFirst(_ sent: Int) {
        precondition((0...length).contains(sent))
        base.update(from: base + sent, count: length - sent)
        length -= sent
    }

    /// A state to which the writer can go back.
    public struct Mark: Sendable {
        @usableFromInline let length: Int
        @usableFromInline let needsComma: Bool

        @usableFromInline init(length: Int, needsComma: Bool) {
            self.length = length
            self.needsComma = needsComma
        }

        /// Bytes that stood before the mark.
        public var count: Int { length }
    }

    @inlinable public var mark: Mark { Mark(length: length, needsComma: needsComma) }

    /// Forgets all that was written since the mark.
    @inlinable public mutating func rewind(to mark: Mark) {
        precondition(mark.length <= length)
        length = mark.length
        needsComma = mark.needsComma
    }

    /// Writes over bytes that stand already, as for a length known only at the end.
    public mutating func replace(at offset: Int, with bytes: some Collection<UInt8>) {
        precondition(offset >= 0 && offset + bytes.count <= length)
        for (i, byte) in bytes.enumerated() { base[offset + i] = byte }
    }

    @inline(never)
    @usableFromInline mutating func grow(by room: Int) {
        resize(to: max(capacity * 2, length + room))
    }

    private mutating func resize(to size: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        larger.initialize(from: base, count: length)
        base.deallocate()
        base = larger
        capacity = size
    }

    /// Lets `body` write up to `room` bytes; it returns how many it wrote.
    @inlinable @inline(__always)
    mutating func write(_ room: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        if capacity &- length < room { grow(by: room) }
        length &+= body(base + length)
    }

    /// As `write`, for a value: behind another one the comma comes first.
    @inlinable @inline(__always)
    mutating func writeValue(_ room: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        let comma = needsComma ? 1 : 0
        needsComma = true
        write(room &+ 1) { target in
            target[0] = UInt8(ascii: ",")
            return comma &+ body(target + comma)
        }
    }

    @inlinable @inline(__always)
    mutating func writeByte(_ byte: UInt8) {
        write(1) { target in
            target[0] = byte
            return 1
        }
    }
}
