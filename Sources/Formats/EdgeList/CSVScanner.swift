import Graph

/// Reads the records of a text with separated values (RFC 4180).
///
/// The separator may also be a semicolon or tab. A quoted field may contain separators, line breaks, and doubled
/// quotes.
struct CSVScanner {
    /// A field of a record.
    struct Field {
        /// The bytes of the field, without its quotes.
        var range: Range<Int>
        var isQuoted = false
        var hasDoubledQuotes = false
    }

    private(set) var scanner: TextScanner
    private let separator: UInt8

    /// Chooses the separator that is most frequent in the first record.
    init(_ text: UnsafeBufferPointer<UInt8>, format: String) {
        scanner = TextScanner(text, format: format)
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in text {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            if CSVScanner.separators.contains(byte) { counts[byte, default: 0] += 1 }
        }
        var best = UInt8(ascii: ",")
        for separator in CSVScanner.separators where counts[separator, default: 0] > counts[best, default: 0] {
            best = separator
        }
        separator = best
    }

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

    /// Reads the next record that is not blank; false at the end of the text.
    /// - Throws: `format` for an unclosed quote, or text after a closing one.
    /// - Throws: `format` for a quote that is not closed, or text behind a closing one.
    mutating func next(_ fields: inout [Field]) throws(EditError) -> Bool {
        fields.removeAll(keepingCapacity: true)
        scanner.skip { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        if scanner.isAtEnd { return false }
        while true {
            fields.append(try field())
            if scanner.byte == separator {
                scanner.index += 1
                continue
            }
            return true
        }
    }

    private mutating func field() throws(EditError) -> Field {
        let start = scanner.index
        if scanner.byte != UInt8(ascii: "\"") {
            scanner.skip { [separator] in $0 != separator && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return Field(range: start..<scanner.index)
        }
        scanner.index += 1
        var field = Field(range: start..<start, isQuoted: true)
        while true {
            scanner.skip { $0 != UInt8(ascii: "\"") }
            if scanner.isAtEnd { throw scanner.error("a quote is not closed", at: start) }
            scanner.index += 1
            guard scanner.byte == UInt8(ascii: "\"") else { break }
            scanner.index += 1
            field.hasDoubledQuotes = true
        }
        field.range = start + 1..<scanner.index - 1
        if let byte = scanner.byte, byte != separator, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            throw scanner.error("a separator is expected behind a quote")
        }
        return field
    }

    /// The text of a field; without quotes, white space around it is removed.
    func string(_ field: Field) -> String {
        if !field.isQuoted {
            var (start, end) = (field.range.lowerBound, field.range.upperBound)
            while start < end, scanner.text[start] <= 0x20 { start += 1 }
            while start < end, scanner.text[end - 1] <= 0x20 { end -= 1 }
            return scanner.string(start..<end)
        }
        if !field.hasDoubledQuotes { return scanner.string(field.range) }
        var bytes: [UInt8] = []
        var index = field.range.lowerBound
        while index < field.range.upperBound {
            bytes.append(scanner.text[index])
            index += scanner.text[index] == UInt8(ascii: "\"") ? 2 : 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
