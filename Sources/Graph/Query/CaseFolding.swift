/// Texts without distinction between upper and lower case.
///
/// Each scalar becomes the lower case of its upper case, if both are one scalar; so the texts keep their number of
/// scalars. ASCII letters are equal only to ASCII letters, so that an ASCII text can be found without folding the
/// searched text. Texts are not normalized: a letter with a separate accent is not the accented letter.
enum CaseFolding {
    /// The lower case of an ASCII letter; any other byte itself.
    @inline(__always)
    static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// The folded bytes of a UTF-8 text.
    ///
    /// - Complexity: O(*n*).
    static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                bytes.append(folded(byte))
                index += 1
                continue
            }
            let next = scalar(in: text, at: index)
            bytes.append(contentsOf: UTF8.encode(folded(next.scalar)) ?? UTF8.encodedReplacementCharacter)
            index += next.length
        }
        return bytes
    }

    /// The scalar of several bytes at an index, and how many bytes it has.
    static func scalar(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
        let lead = text[index]
        let length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard length > 1, index + length <= text.count else {
            return (length == 1 ? Unicode.Scalar(lead) : "\u{FFFD}", 1)
        }
        var value = UInt32(lead & (0xFF >> UInt8(length + 1)))
        for byte in text[index + 1..<index + length] { value = value << 6 | UInt32(byte & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }

    /// Returns the scalar that a scalar is compared as.
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = scalar.value
        if value < UInt32(table.count) { return table[Int(value)] }
        // Ideographs and syllables without case.
        if (0x3000..<0xA640).contains(value) || (0xAC00..<0xFB00).contains(value) { return scalar }
        return computed(scalar)
    }

    private static func computed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        let lower = single(upper.properties.lowercaseMapping) ?? upper
        return lower.isASCII == scalar.isASCII ? lower : scalar
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }

    /// The scalars of most alphabets with case: to look a mapping up takes fifty times as long.
    private static let table: [Unicode.Scalar] = (0..<0x3000).map { value in
        Unicode.Scalar(UInt32(value)).map { computed($0) } ?? "\u{FFFD}"
    }
}
