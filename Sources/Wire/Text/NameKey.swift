/// The length of a name with its first and last eight bytes, which together distinguish names of up to sixteen bytes.
public struct NameKey: Equatable, Sendable {
    @usableFromInline let head: UInt64
    @usableFromInline let tail: UInt64
    @usableFromInline let count: Int

    /// The key of the name with this length that begins at `start`.
    @inlinable @inline(__always)
    public init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        self.count = count
        if count >= 8 {
            head = JSONSyntax.word(start, 0)
            tail = JSONSyntax.word(start, count &- 8)
        } else if count >= 4 {
            let raw = UnsafeRawPointer(start)
            head = UInt64(raw.loadUnaligned(as: UInt32.self))
            tail = UInt64(raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
        } else if count > 0 {
            head = UInt64(start[0])
            tail = UInt64(start[count / 2]) << 8 | UInt64(start[count &- 1])
        } else {
            (head, tail) = (0, 0)
        }
    }

    /// Is true if names with this key are equal; the bytes of longer ones must be compared.
    @inlinable public var isWhole: Bool { count <= 16 }

    /// A number from which the search in a table begins.
    @inlinable public var hash: UInt64 {
        let mixed = (head ^ tail &* 31) &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ (mixed &>> 32) &+ UInt64(truncatingIfNeeded: count)
    }
}
