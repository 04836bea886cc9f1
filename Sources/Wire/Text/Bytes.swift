extension UnsafeBufferPointer<UInt8> {
    /// Whether both hold the same bytes; eight at a time.
    @inlinable @inline(__always)
    public func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let a = UnsafeRawPointer(baseAddress), let b = UnsafeRawPointer(other.baseAddress)
        else { return count == other.count }
        var index = 0
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
}
