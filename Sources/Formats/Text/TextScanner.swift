import Graph

/// A position in a text that is read byte by byte, and errors with positions.
struct TextScanner {
    let text: UnsafeBufferPointer<UInt8>
    /// The name of the format in errors.
    let format: String
    var index = 0

    init(_ text: UnsafeBufferPointer<UInt8>, format: String) {
        self.text = text
        self.format = format
    }

    var isAtEnd: Bool { index >= text.count }

    /// The current byte; nil at the end.
    var byte: UInt8? { index < text.count ? text[index] : nil }

    /// The byte at a distance; nil beyond the end.
    func byte(after distance: Int) -> UInt8? { index + distance < text.count ? text[index + distance] : nil }

    /// Returns true if these ASCII characters are at the current position.
    func looks(at literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard index + count <= text.count else { return false }
        for place in 0..<count where text[index + place] != literal.utf8Start[place] { return false }
        return true
    }

    /// Skips these characters if they are next; returns true if they were.
    mutating func skip(_ literal: StaticString) -> Bool {
        guard looks(at: literal) else { return false }
        index += literal.utf8CodeUnitCount
        return true
    }

    /// Skips all bytes that fit; returns their number.
    @discardableResult mutating func skip(while fits: (UInt8) -> Bool) -> Int {
        let start = index
        while index < text.count, fits(text[index]) { index += 1 }
        return index - start
    }

    /// Skips spaces and tabs.
    mutating func skipBlanks() { skip { $0 == 0x20 || $0 == 0x09 } }

    /// Skips spaces, tabs and line breaks.
    mutating func skipSpace() { skip { $0 <= 0x20 } }

    /// Skips the rest of the line without its end.
    mutating func skipLine() { skip { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } }

    /// The text of a range; invalid UTF-8 is replaced.
    func string(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
    }

    /// Makes an error at the current or another position.
    ///
    /// - Complexity: O(*n*) in the bytes before it.
    func error(_ message: String, at place: Int? = nil) -> EditError {
        EditError(.format, "not \(format): \(message), \(position(of: place ?? index))", path: ["text"])
    }

    /// The line and column of a position, in words.
    ///
    /// - Complexity: O(*n*) in the bytes before it.
    func position(of place: Int) -> String {
        let before = text.prefix(place)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = 1 + before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        let column = 1 + before[start...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        return "line \(line), column \(column)"
    }
}

extension UInt8 {
    /// Is true for an ASCII letter.
    var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }

    /// Is true for a digit.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
