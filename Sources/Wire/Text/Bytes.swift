extension UnsafeBufferPointer<UInt8> {
    /// Returns true if both hold the same bytes; compares 32 and eight at a time.
    @inlinable @inline(__always)
    public func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let a = UnsafeRawPointer(baseAddress), let b = UnsafeRawPointer(other.baseAddress)
        else { return count == other.count }
        var index = 0
        while index + 32 <= count {
            let left = a.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
            let right = b.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
            let difference = left ^ right
            if (difference.x | difference.y) | (difference.z | difference.w) != 0 { return false }
            index += 32
        }
        while index + 8 <= count {
            let left = a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if left != b.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
            index += 8
        }
        if index == count { return true }
        // What is left is the end of a last word, which reaches back into what was compared.
        if count >= 8 {
            return a.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
                == b.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        }
        while index < count {
            if self[index] != other[index] { return false }
            index += 1
        }
        return true
    }

    /// The number of Unicode scalars in UTF-8; counts eight bytes at a time.
    public var scalarCount: Int {
        guard let base = baseAddress else { return 0 }
        var following = 0
        var index = 0
        while index + 8 <= count {
            let word = JSONSyntax.word(base, index)
            following += (word & (~word << 1) & 0x8080_8080_8080_8080).nonzeroBitCount
            index += 8
        }
        while index < count {
            if base[index] & 0xC0 == 0x80 { following += 1 }
            index += 1
        }
        return count - following
    }

    /// Returns true if these bytes come before others; a prefix comes before the whole.
    @inlinable @inline(__always)
    public func precedes(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let a = UnsafeRawPointer(baseAddress), let b = UnsafeRawPointer(other.baseAddress) else {
            return count < other.count
        }
        let end = Swift.min(count, other.count)
        var index = 0
        while index + 8 <= end {
            let left = a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let right = b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if left != right { return UInt64(bigEndian: left) < UInt64(bigEndian: right) }
            index += 8
        }
        while index < end {
            if self[index] != other[index] { return self[index] < other[index] }
            index += 1
        }
        return count < other.count
    }
}

extension String {
    /// Returns true if both have the same UTF-8 bytes; normalization does not count.
    @inlinable @inline(__always)
    public func hasSameBytes(as other: String) -> Bool {
        // Equal words are the same bytes, in place or in one memory; others may be equal nevertheless.
        typealias Words = (UInt64, UInt64)
        if unsafeBitCast(self, to: Words.self) == unsafeBitCast(other, to: Words.self) { return true }
        if utf8.count != other.utf8.count { return false }
        var (a, b) = (self, other)
        return a.withUTF8 { a in b.withUTF8 { b in a.hasSameBytes(as: b) } }
    }

    /// Returns true if its UTF-8 bytes come before those of another one.
    @inlinable
    public func precedes(_ other: String) -> Bool {
        var (a, b) = (self, other)
        return a.withUTF8 { a in b.withUTF8 { b in a.precedes(b) } }
    }
}
