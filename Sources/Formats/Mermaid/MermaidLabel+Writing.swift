extension MermaidLabel {
    /// Returns a text for quotation marks: special characters become entities, line breaks become `<br/>`.
    ///
    /// - Parameter isYAML: true inside `@{ … }`, where backslashes escape.
    /// - Complexity: O(*n*).
    static func escaped(_ label: String, isYAML: Bool = false) -> String {
        let bytes = Array(label.utf8)
        // Mermaid removes semicolons from lines that look like styles before it reads entities.
        let hidesColons = contains("style", in: bytes) || contains("classDef", in: bytes)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 16)
        for (index, byte) in bytes.enumerated() {
            let isAtEnd = index == 0 || index == bytes.count - 1
            switch byte {
            case UInt8(ascii: "\n"): output += Array("<br/>".utf8)
            case UInt8(ascii: "\""): output += Array("#quot;".utf8)
            case UInt8(ascii: "<"): output += Array("#lt;".utf8)
            case UInt8(ascii: ">"): output += Array("#gt;".utf8)
            case 0: output += [0xEF, 0xBF, 0xBD]
            case 1..<0x20, 0x7F: output += code(byte)
            case UInt8(ascii: "#"): output += code(byte)
            case 0x20 where isAtEnd: output += code(byte)
            // A text that begins with a backtick is Markdown.
            case UInt8(ascii: "`") where isAtEnd: output += code(byte)
            case UInt8(ascii: "&") where isEntity(bytes, index): output += code(byte)
            case UInt8(ascii: ":") where hidesColons: output += code(byte)
            // Mermaid takes lines with this word and a direction for a statement.
            case 0x20 where bytes[..<index].suffix(9).elementsEqual("direction".utf8): output += code(byte)
            case UInt8(ascii: "\\") where isYAML: output += code(byte)
            case UInt8(ascii: "\\") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "n"):
                output += code(byte)
            // Two percent signs begin a comment or directive.
            case UInt8(ascii: "%") where index > 0 && bytes[index - 1] == byte: output += code(byte)
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns a link target for quotation marks, in which entities are not possible.
    static func link(_ href: String) -> String {
        href.utf8.reduce(into: "") { text, byte in
            if byte > 0x20 && byte != UInt8(ascii: "\"") && byte < 0x7F {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    /// Returns true if a text contains a word. O(*n*).
    private static func contains(_ word: StaticString, in bytes: [UInt8]) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count >= count else { return false }
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: count)
        return (0...(bytes.count - count)).contains { bytes[$0..<($0 + count)].elementsEqual(letters) }
    }

    private static func code(_ byte: UInt8) -> [UInt8] { Array("#\(byte);".utf8) }

    /// Returns true if the ampersand here would begin an entity, alone or with the next ampersand.
    private static func isEntity(_ bytes: [UInt8], _ start: Int) -> Bool {
        guard start + 1 < bytes.count else { return false }
        let next = bytes[start + 1]
        if !next.isLetter && !next.isDigit { return next != 0x20 }
        let rest = bytes[(start + 1)...].prefix(12)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return false }
        return rest[..<end].allSatisfy { $0.isLetter || $0.isDigit }
    }
}
