/// A hash of 64 bits, to compare bytes with bytes that are no longer held.
///
/// Reads eight bytes at a time as a little-endian number `w`, the last ones filled up with zeros, and computes
/// `h` = (`h` xor `w`) × 0x9E3779B97F4A7C15, then `h` = `h` xor (`h` >> 32). `h` starts as the count of the bytes.
///
/// The odd factor, 2⁶⁴ over the golden ratio (Knuth 1973, multiplicative hashing), and the shift are both invertible: bytes
/// of one length that differ in one word never have the same fingerprint.
///
/// - Complexity: O(*n*) for *n* bytes.
public func fingerprint(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    func take(_ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash &>> 32
    }
    var index = 0
    while index &+ 8 <= bytes.count {
        take(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
        index &+= 8
    }
    var rest: UInt64 = 0
    for (place, byte) in bytes[index...].enumerated() { rest |= UInt64(byte) &<< UInt64(8 &* place) }
    if index < bytes.count { take(rest) }
    return hash
}
