/// A folded search text, and the way to find it.
struct FoldedWord: Sendable, Equatable {
    /// The folded UTF-8 bytes; at least one.
    let bytes: [UInt8]
    let isASCII: Bool
    /// The first and the last byte, and the bit by which their upper and lower cases differ.
    private let first: (byte: UInt8, bit: UInt8)
    private let last: (byte: UInt8, bit: UInt8)

    /// - Precondition: `text` is not empty.
    init(_ text: String) {
        var text = text
        self.init(folded: text.withUTF8 { CaseFolding.folded($0) })
    }

    init(folded bytes: [UInt8]) {
        precondition(!bytes.isEmpty, "a text that is searched for has a character")
        self.bytes = bytes
        isASCII = bytes.allSatisfy { $0 < 0x80 }
        first = FoldedWord.pattern(bytes[0])
        last = FoldedWord.pattern(bytes[bytes.count - 1])
    }

    static func == (a: FoldedWord, b: FoldedWord) -> Bool { a.bytes == b.bytes }

    private static func pattern(_ byte: UInt8) -> (byte: UInt8, bit: UInt8) {
        (byte, byte &- UInt8(ascii: "a") < 26 ? 0x20 : 0)
    }

    /// Returns true if a text equals this one, whatever the case of ASCII letters.
    func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.count == bytes.count && occurs(in: text, at: 0) }

    /// Returns true if a text has this one at an index.
    @inline(__always)
    func occurs(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index &+ bytes.count <= text.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset < bytes.count {
                if CaseFolding.folded(text[index &+ offset]) != bytes[offset] { return false }
                offset &+= 1
            }
            return true
        }
    }

    /// Returns the index of the first occurrence from an index on, in a text that is folded beyond ASCII.
    ///
    /// Sixteen positions are examined at a time for the first byte and the last one: results of a search for the word
    /// without its last letter already contain the others.
    ///
    /// - Complexity: O(*n*) in all but made-up texts, else O(*n* × bytes of the word).
    func firstIndex(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        var hasEscapes = false
        return firstIndex(in: text, from: start, &hasEscapes)
    }

    /// The same; records whether it passed a backslash.
    @inline(__always)
    func firstIndex(in text: UnsafeBufferPointer<UInt8>, from start: Int, _ hasEscapes: inout Bool) -> Int? {
        let step = bytes.count &- 1
        guard let base = UnsafeRawPointer(text.baseAddress) else { return nil }
        var index = start
        let end = text.count &- 16 &- step
        // Both loads together pass over every byte.
        if index <= end && step <= end &+ 16 {
            let (low, lowBit) = (SIMD16(repeating: first.byte), SIMD16(repeating: first.bit))
            let (high, highBit) = (SIMD16(repeating: last.byte), SIMD16(repeating: last.bit))
            let backslash = SIMD16<UInt8>(repeating: UInt8(ascii: "\\"))
            while true {
                // The last step overlaps bytes that are already checked.
                let block = min(index, end)
                let here = base.loadUnaligned(fromByteOffset: block, as: SIMD16<UInt8>.self)
                let there = base.loadUnaligned(fromByteOffset: block &+ step, as: SIMD16<UInt8>.self)
                let marks = ((here | lowBit) .== low) .& ((there | highBit) .== high)
                if let found = check(FoldedWord.bits(marks), block, from: index, text) { return found }
                if FoldedWord.isAny((here .== backslash) .| (there .== backslash)) { hasEscapes = true }
                if block == end { return nil }
                index = block &+ 16
            }
        }
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\\") { hasEscapes = true }
            if byte | first.bit == first.byte && occurs(in: text, at: index) { return index }
            index &+= 1
        }
        return nil
    }

    /// The first marked position at which the text occurs.
    @inline(__always)
    private func check(
        _ marks: (UInt64, UInt64), _ block: Int, from start: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        if marks.0 | marks.1 == 0 { return nil }
        return check(marks.0, block, from: start, text) ?? check(marks.1, block &+ 8, from: start, text)
    }

    private func check(
        _ marks: UInt64, _ block: Int, from start: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var rest = marks
        while rest != 0 {
            let byte = rest.trailingZeroBitCount >> 3
            let place = block &+ byte
            if place >= start && occurs(in: text, at: place) { return place }
            rest &= ~(0xFF &<< UInt64(truncatingIfNeeded: byte &* 8))
        }
        return nil
    }

    /// Eight bits for each of sixteen positions.
    @inline(__always)
    private static func bits(_ marks: SIMDMask<SIMD16<Int8>>) -> (UInt64, UInt64) {
        let words = unsafeBitCast(marks, to: SIMD2<UInt64>.self)
        return (words[0].littleEndian, words[1].littleEndian)
    }

    @inline(__always)
    private static func isAny(_ marks: SIMDMask<SIMD16<Int8>>) -> Bool {
        let words = bits(marks)
        return words.0 | words.1 != 0
    }
}
