import Wire

/// A digest of 256 bits of the bytes that were fed to it (FIPS 180-4, section 6.2).
struct SHA256 {
    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )
    /// The bytes that are left after whole blocks.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    private static let constants: [UInt32] = [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ]

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        count &+= UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(64 - rest.count, bytes.count)
            rest.append(contentsOf: bytes[..<start])
            if rest.count < 64 { return }
            let block = rest
            block.withUnsafeBufferPointer { compress($0) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = (bytes.count - start) & ~63
        if whole > 0 { compress(UnsafeBufferPointer(rebasing: bytes[start..<start + whole])) }
        rest.append(contentsOf: bytes[(start + whole)...])
    }

    /// The digest in lower-case hexadecimal digits.
    consuming func hexadecimal() -> String {
        let bits = count &* 8
        var tail = rest
        tail.append(0x80)
        while tail.count & 63 != 56 { tail.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        tail.withUnsafeBufferPointer { compress($0) }
        var text = ""
        for word in [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7] {
            let digits = String(word, radix: 16)
            text += String(repeating: "0", count: 8 - digits.utf8.count) + digits
        }
        return text
    }

    /// Takes in whole blocks of 64 bytes.
    private mutating func compress(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
        var state = state
        Self.constants.withUnsafeBufferPointer { constants in
            guard let constants = constants.baseAddress else { return }
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
                guard let words = words.baseAddress else { return }
                for offset in stride(from: 0, to: bytes.count, by: 64) {
                    Self.schedule(base + offset, words)
                    Self.rounds(&state, words, constants)
                }
            }
        }
        self.state = state
    }

    @inline(__always)
    private static func schedule(_ block: UnsafeRawPointer, _ words: UnsafeMutablePointer<UInt32>) {
        for index in 0..<16 {
            words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
        }
        for index in 16..<64 {
            let low = words[index &- 15]
            let high = words[index &- 2]
            let small = rotated(low, 7) ^ rotated(low, 18) ^ low &>> 3
            let large = rotated(high, 17) ^ rotated(high, 19) ^ high &>> 10
            words[index] = words[index &- 16] &+ small &+ words[index &- 7] &+ large
        }
    }

    @inline(__always)
    private static func rounds(
        _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32),
        _ words: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>
    ) {
        var (a, b, c, d, e, f, g, h) = state
        var index = 0
        // Eight rounds bring every variable back to its place.
        while index < 64 {
            round(a, b, c, &d, e, f, g, &h, words[index] &+ constants[index])
            round(h, a, b, &c, d, e, f, &g, words[index &+ 1] &+ constants[index &+ 1])
            round(g, h, a, &b, c, d, e, &f, words[index &+ 2] &+ constants[index &+ 2])
            round(f, g, h, &a, b, c, d, &e, words[index &+ 3] &+ constants[index &+ 3])
            round(e, f, g, &h, a, b, c, &d, words[index &+ 4] &+ constants[index &+ 4])
            round(d, e, f, &g, h, a, b, &c, words[index &+ 5] &+ constants[index &+ 5])
            round(c, d, e, &f, g, h, a, &b, words[index &+ 6] &+ constants[index &+ 6])
            round(b, c, d, &e, f, g, h, &a, words[index &+ 7] &+ constants[index &+ 7])
            index &+= 8
        }
        state.0 &+= a
        state.1 &+= b
        state.2 &+= c
        state.3 &+= d
        state.4 &+= e
        state.5 &+= f
        state.6 &+= g
        state.7 &+= h
    }

    /// One round; `d` and `h` are the variables it changes, under the names they have before it.
    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ input: UInt32
    ) {
        let choice = g ^ (e & (f ^ g))
        let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ input
        let majority = (a & b) | (c & (a | b))
        d = d &+ first
        h = first &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word &>> bits | word &<< (32 &- bits) }
}
