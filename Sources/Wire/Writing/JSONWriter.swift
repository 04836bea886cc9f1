/// Writes JSON texts one after the other into a growing buffer of bytes.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.name("done")
///     writer.boolean(true)
///     writer.endObject()
///     assert(String(decoding: writer.bytes, as: UTF8.self) == #"{"done":true}"#)
///
/// It writes commas itself. The caller balances beginnings and ends and gives every name its value; the output then
/// follows the grammar of RFC 8259, without white space.
///
/// It is a value: copies share a buffer, and the first to write continues in it, since the bytes of the others end
/// before. So a write compares only two numbers, and need not check the buffer's references. For the same reason two
/// threads must not write to copies of one writer at once; handing a writer over is safe.
public struct JSONWriter: @unchecked Sendable {
    @usableFromInline var buffer: Buffer
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    /// The number of bytes that fit before the buffer grows.
    @inlinable public var capacity: Int { limit }
    @usableFromInline var limit: Int
    @usableFromInline var length = 0
    /// Is true if a value precedes the position, so that the next one needs a comma.
    @usableFromInline var needsComma = false

    /// An empty writer with a buffer of at least so many bytes.
    public init(capacity: Int = 256) {
        buffer = Buffer(capacity: max(capacity, 16))
        base = buffer.base
        limit = buffer.capacity
    }

    /// Memory for bytes; the word before them counts the bytes of the writer that wrote most.
    @usableFromInline final class Buffer {
        fileprivate let base: UnsafeMutablePointer<UInt8>
        fileprivate let capacity: Int

        fileprivate init(capacity: Int) {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity + 16, alignment: 16)
            memory.storeBytes(of: 0, toByteOffset: 8, as: Int.self)
            base = (memory + 16).bindMemory(to: UInt8.self, capacity: capacity)
            self.capacity = capacity
        }

        deinit {
            (UnsafeMutableRawPointer(base) - 16).deallocate()
        }
    }

    @inlinable var written: Int {
        @inline(__always) get { (UnsafeRawPointer(base) - 8).load(as: Int.self) }
        @inline(__always) nonmutating set { (UnsafeMutableRawPointer(base) - 8).storeBytes(of: newValue, as: Int.self) }
    }

    /// The number of bytes written so far.
    @inlinable public var count: Int { length }

    /// Returns true if no other copy shares the writer's buffer.
    public mutating func isAlone() -> Bool { isKnownUniquelyReferenced(&buffer) }

    /// A copy of the written bytes.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: length)) }

    /// Returns the written bytes and empties the writer.
    public mutating func take() -> [UInt8] {
        let taken = bytes
        removeAll()
        return taken
    }

    /// Calls `body` with the bytes written so far, without a copy.
    @inlinable
    public func withBytes<Result, Failure>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(buffer) {} }
        return try body(UnsafeBufferPointer(start: base, count: length))
    }

    /// Empties the writer and keeps its buffer.
    @inlinable public mutating func removeAll() {
        length = 0
        needsComma = false
    }

    /// Empties the writer and releases its buffer beyond `limit` bytes, for example after an unusually long message.
    public mutating func removeAll(keepingAtMost limit: Int) {
        removeAll()
        if capacity > max(limit, 16) { move(to: max(limit, 16)) }
    }

    /// Removes the first bytes, which have been sent.
    ///
    /// - Complexity: O(*n*) in the bytes that stay.
    public mutating func removeFirst(_ sent: Int) {
        precondition((0...length).contains(sent))
        prepare(0)
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

        /// The bytes before the mark.
        public var count: Int { length }
    }

    /// The current state, for `rewind`.
    @inlinable public var mark: Mark { Mark(length: length, needsComma: needsComma) }

    /// Drops everything written since the mark.
    @inlinable public mutating func rewind(to mark: Mark) {
        precondition(mark.length <= length)
        length = mark.length
        needsComma = mark.needsComma
    }

    /// Overwrites earlier bytes, for example a length that is known only at the end.
    public mutating func replace(at offset: Int, with bytes: some Collection<UInt8>) {
        precondition(offset >= 0 && offset + bytes.count <= length)
        prepare(0)
        for (i, byte) in bytes.enumerated() { base[offset + i] = byte }
    }

    /// Lets `body` change the written bytes, for example to insert a length; it returns how many bytes stay.
    public mutating func update(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
        prepare(0)
        let kept = body(UnsafeMutableRawBufferPointer(start: base, count: length))
        precondition((0...length).contains(kept))
        length = kept
    }

    /// Gives the writer a buffer of its own, with at least a number of free bytes.
    @inline(never)
    @usableFromInline mutating func prepare(_ free: Int) {
        if capacity - length < free {
            move(to: max(capacity * 2, length + free))
        } else if isKnownUniquelyReferenced(&buffer) {
            written = length
        } else {
            move(to: capacity)
        }
    }

    private mutating func move(to capacity: Int) {
        let next = Buffer(capacity: capacity)
        next.base.initialize(from: base, count: length)
        buffer = next
        base = next.base
        limit = capacity
        written = length
    }

    /// Lets `body` write up to `free` bytes; it returns how many it wrote.
    @inlinable @inline(__always)
    mutating func write(_ free: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        if written != length || capacity &- length < free { prepare(free) }
        length &+= body(base + length)
        written = length
    }

    /// Writes a value as `write` does: after another value it writes a comma first.
    @inlinable @inline(__always)
    mutating func writeValue(_ free: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        let comma = needsComma ? 1 : 0
        needsComma = true
        write(free &+ 1) { target in
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
