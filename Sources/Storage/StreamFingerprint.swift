/// A hash of 64 bits over bytes that come in parts; it does not depend on the division into parts.
///
/// Blocks of 32 bytes go into four lanes of eight bytes each, which a processor computes side by side: `lane` = (`lane` xor
/// `w`) × 0x9E3779B97F4A7C15, then `lane` = `lane` xor (`lane` >> 32), as `fingerprint(of:)` does with its one lane. The
/// value is the fingerprint of the lanes, the count and the bytes that fill no block.
///
/// - Complexity: O(*n*) for *n* bytes, at about the speed of memory.
public struct StreamFingerprint: Sendable {
    private var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    /// The last bytes of an incomplete block.
    private var rest: [UInt8] = []
    /// The number of bytes so far.
    public private(set) var count = 0

    private static let block = 32

    /// The fingerprint of an empty stream.
    public init() {}

    /// The fingerprint of available bytes.
    public init(of bytes: UnsafeRawBufferPointer) {
        take(bytes)
    }

    /// Adds the next bytes.
    public mutating func take(_ bytes: UnsafeRawBufferPointer) {
        count &+= bytes.count
        var start = 0
        if !rest.isEmpty {
            start = min(bytes.count, StreamFingerprint.block - rest.count)
            rest += bytes[..<start]
            if rest.count < StreamFingerprint.block { return }
            rest.withUnsafeBytes { takeBlocks(of: $0) }
            rest.removeAll(keepingCapacity: true)
        }
        let end = start + (bytes.count - start) / StreamFingerprint.block * StreamFingerprint.block
        takeBlocks(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        rest += bytes[end...]
    }

    private mutating func takeBlocks(of bytes: UnsafeRawBufferPointer) {
        func mixed(_ lane: UInt64, _ offset: Int) -> UInt64 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let product = (lane ^ word) &* 0x9E37_79B9_7F4A_7C15
            return product ^ (product &>> 32)
        }
        var (a, b, c, d) = lanes
        var index = 0
        while index < bytes.count {
            a = mixed(a, index)
            b = mixed(b, index &+ 8)
            c = mixed(c, index &+ 16)
            d = mixed(d, index &+ 24)
            index &+= StreamFingerprint.block
        }
        lanes = (a, b, c, d)
    }

    /// The fingerprint of all bytes so far.
    public var value: UInt64 {
        var last: [UInt8] = []
        last.reserveCapacity(72)
        for word in [lanes.0, lanes.1, lanes.2, lanes.3, UInt64(truncatingIfNeeded: count)] {
            for shift in 0..<8 { last.append(UInt8(truncatingIfNeeded: word &>> UInt64(8 * shift))) }
        }
        last += rest
        return last.withUnsafeBytes { fingerprint(of: $0) }
    }
}
