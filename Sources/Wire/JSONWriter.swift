/// Writes JSON texts one behind the other into a growing buffer of bytes.
///
/// Commas come by themselves. The caller balances beginnings and ends and gives every name its value; what is written
/// is then in the grammar of RFC 8259, without white space.
public struct JSONWriter: Sendable {
    /// The room for bytes, of which the first `count` are written.
    @usableFromInline var storage: [UInt8]
    @usableFromInline var length = 0
    /// Whether a value stands before the place, so that the next needs a comma.
    @usableFromInline var needsComma = false

    /// Bytes written so far.
    @inlinable public var count: Int { length }

    @inlinable public init(capacity: Int = 256) {
        storage = Array(repeating: 0, count: max(capacity, 16))
    }

    /// A copy of what was written.
    public var bytes: [UInt8] { Array(storage[..<length]) }

    /// What was written, leaving the writer empty.
    public mutating func take() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &storage)
        taken.removeLast(taken.count - length)
        storage = Array(repeating: 0, count: 16)
        length = 0
        needsComma = false
        return taken
    }

    @inlinable
    public func withBytes<Result, Failure>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: buffer[..<length]))
        }
    }

    /// Empties the writer and keeps its room.
    @inlinable public mutating func removeAll() {
        length = 0
        needsComma = false
    }

    /// Removes the first bytes, which have been sent.
    ///
    /// - Complexity: O(*n*) in the bytes that stay.
    public mutating func removeFirst(_ sent: Int) {
        precondition((0...length).contains(sent))
        storage.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            base.update(from: base + sent, count: length - sent)
        }
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
        for (i, byte) in bytes.enumerated() { storage[offset + i] = byte }
    }

    @inline(never)
    @usableFromInline mutating func grow(by room: Int) {
        let size = max(storage.count * 2, length + room)
        storage.append(contentsOf: repeatElement(0, count: size - storage.count))
    }

    /// Lets `body` write up to `room` bytes; it returns how many it wrote.
    @inlinable @inline(__always)
    mutating func write(_ room: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        if storage.count &- length < room { grow(by: room) }
        let start = length
        length = storage.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return start }
            return start &+ body(base + start)
        }
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
