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
        while index < count {
            if self[index] != other[index] { return false }
            index += 1
        }
        return true
    }
}
