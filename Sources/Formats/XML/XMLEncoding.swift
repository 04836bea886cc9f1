import Graph

extension XMLReader {
    /// Calls `body` with a reader of a text whose bytes have been checked; declared Latin-1 is converted.
    ///
    /// - Parameter format: the name of the format in errors.
    /// - Throws: `format` for bytes that do not fit the declared encoding, or for an unsupported encoding; and the
    ///   errors of `body`.
    /// - Complexity: O(*n*), plus that of `body`.
    static func read<Result>(
        _ text: UnsafeBufferPointer<UInt8>, format: String,
        _ body: (inout XMLReader) throws(EditError) -> Result
    ) throws(EditError) -> Result {
        let scanner = TextScanner(text, format: format)
        let name = declaredEncoding(scanner)
        if latinNames.contains(name) {
            let converted = String(String.UnicodeScalarView(text.lazy.map { Unicode.Scalar($0) }))
            return try Array(converted.utf8).withUnsafeBufferPointer { (bytes) throws(EditError) in
                var reader = XMLReader(bytes, format: format)
                return try body(&reader)
            }
        }
        // UTF-16 has already been converted to UTF-8.
        if !["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"].contains(name) {
            throw scanner.error("the encoding \"\(name)\" is not read, but UTF-8, UTF-16 and ISO-8859-1 are", at: 0)
        }
        if let place = scanner.invalidByte(from: 0) { throw scanner.error("a byte is not UTF-8", at: place) }
        var reader = XMLReader(text, format: format)
        return try body(&reader)
    }

    private static let latinNames = ["iso-8859-1", "latin1", "latin-1"]

    /// Returns true if a text declares Latin-1 and has a character beyond ASCII.
    static func isLatin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        latinNames.contains(declaredEncoding(TextScanner(text, format: ""))) && text.contains { $0 >= 0x80 }
    }

    /// The lowercase encoding of the XML declaration; UTF-8 without one.
    private static func declaredEncoding(_ scanner: TextScanner) -> String {
        guard scanner.looks(at: "<?xml") else { return "utf-8" }
        let declaration = scanner.string(0..<min(200, scanner.text.count)).prefix { $0 != ">" }
        let parts = declaration.split(separator: "encoding", maxSplits: 1)
        guard parts.count == 2 else { return "utf-8" }
        let value = parts[1].drop { $0 == " " || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return "utf-8" }
        return value.dropFirst().prefix { $0 != quote }.lowercased()
    }
}

extension TextScanner {
    /// The position of the first byte, from a position on, that begins no UTF-8 character (RFC 3629); nil if there is
    /// none.
    ///
    /// - Complexity: O(*n*).
    func invalidByte(from place: Int) -> Int? {
        var index = place
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                index += 1
                // Most text is ASCII; eight bytes are checked at once.
                while index + 8 <= text.count,
                    UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
                        & 0x8080_8080_8080_8080 == 0
                { index += 8 }
                continue
            }
            let (count, second): (Int, ClosedRange<UInt8>)
            switch byte {
            case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
            case 0xE0: (count, second) = (3, 0xA0...0xBF)
            case 0xED: (count, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
            case 0xF0: (count, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
            case 0xF4: (count, second) = (4, 0x80...0x8F)
            default: return index
            }
            guard index + count <= text.count, second.contains(text[index + 1]) else { return index }
            for next in (index + 2)..<max(index + 2, index + count) where text[next] & 0xC0 != 0x80 { return index }
            index += count
        }
        return nil
    }
}

// MARK: Characters of XML

extension UInt8 {
    /// Is true for XML white space.
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

    /// Is true for a byte of a name; all bytes beyond ASCII are.
    var isXMLName: Bool {
        isLetter || isDigit || self >= 0x80 || self == UInt8(ascii: ":") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}

extension TextScanner {
    /// The length of the longest reference, such as `&#x0010FFFF;` with some zeros.
    private static let longestReference = 32

    /// Returns true if two ranges have the same bytes.
    func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard one.count == other.count else { return false }
        for place in 0..<one.count where text[one.lowerBound + place] != text[other.lowerBound + place] {
            return false
        }
        return true
    }

    /// Returns true if a range has the bytes of a literal.
    func isSame(_ range: Range<Int>, _ literal: StaticString) -> Bool {
        guard range.count == literal.utf8CodeUnitCount else { return false }
        for place in 0..<range.count where text[range.lowerBound + place] != literal.utf8Start[place] { return false }
        return true
    }

    /// The part of a name after its last colon.
    func localName(_ name: Range<Int>) -> String {
        let colon = text[name].lastIndex(of: UInt8(ascii: ":"))
        return string((colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound)
    }

    /// The character of the reference at a position, and the position after it.
    ///
    /// - Throws: `format`.
    func reference(at place: Int) throws(EditError) -> (scalar: Unicode.Scalar, end: Int) {
        let rest = text[(place + 1)..<min(text.count, place + TextScanner.longestReference)]
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
            throw error("`&` is no reference", at: place)
        }
        let name = string((place + 1)..<end)
        if let scalar = TextScanner.scalar(name) { return (scalar, end + 1) }
        throw error("the reference `&\(name);` is not known", at: place)
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHexadecimal = name.hasPrefix("#x")
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
                let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
            else { return nil }
            let isAllowed = number >= 0x20 && number & 0xFFFE != 0xFFFE || [9, 10, 13].contains(number)
            return isAllowed ? scalar : nil
        }
    }

    /// The characters of a range without unknown references: line breaks become line feeds (2.11), white space in
    /// attributes becomes blanks (3.3.3).
    func decoded(_ range: Range<Int>, isPlain: Bool, isAttribute: Bool) -> String {
        if isPlain { return string(range) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            if byte == UInt8(ascii: "&"), let (scalar, end) = try? reference(at: index) {
                bytes += UTF8.encode(scalar).map(Array.init) ?? []
                index = end
                continue
            }
            index += 1
            if byte == 0x0D {
                if index < range.upperBound, text[index] == 0x0A { index += 1 }
                bytes.append(isAttribute ? 0x20 : 0x0A)
            } else {
                bytes.append(isAttribute && byte < 0x20 ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
