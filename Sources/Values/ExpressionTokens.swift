import Wire

/// A word, number, string or sign of an expression.
enum ExpressionToken: Equatable {
    case number(Double)
    /// A number beyond the doubles.
    case hugeNumber
    case string(String)
    case name(String)
    case sign(StaticSign)
    case end
}

/// The signs of expressions.
enum StaticSign: String, CaseIterable {
    case equal = "==", unequal = "!=", atMost = "<=", atLeast = ">=", less = "<", greater = ">"
    case plus = "+", minus = "-", times = "*", over = "/", modulo = "%", power = "^"
    case open = "(", close = ")", openList = "[", closeList = "]", comma = ",", dot = "."
}

/// The tokens of an expression, one after the other.
struct ExpressionTokens {
    private let bytes: [UInt8]
    /// The positions where the current token begins and ends, in bytes.
    private var start = 0
    private var index = 0
    private(set) var current = ExpressionToken.end

    init(_ text: String) throws(ExpressionError) {
        bytes = Array(text.utf8)
        if bytes.count > ValueLimits.expressionBytes {
            start = ValueLimits.expressionBytes
            throw error("an expression has at most \(ValueLimits.expressionBytes) bytes")
        }
        try advance()
    }

    /// The position where the current token begins, in Unicode scalars.
    var position: Int { bytes[..<start].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }

    func error(_ message: String) -> ExpressionError { ExpressionError(message: message, position: position) }

    /// Returns the error that the current token is not allowed here.
    func unexpected() -> ExpressionError {
        current == .end
            ? error("the expression ends too early")
            : error("\"\(String(decoding: bytes[start..<index], as: UTF8.self))\" cannot stand here")
    }

    private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    mutating func advance() throws(ExpressionError) {
        while [0x20, 0x09, 0x0A, 0x0D].contains(byte(index)) { index += 1 }
        start = index
        if index == bytes.count { return current = .end }
        switch bytes[index] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try scanString()
        case let first where ExpressionTokens.isNamePart(first): current = .name(scanName())
        default: try scanSign()
        }
    }

    static func isNamePart(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80 || byte == UInt8(ascii: "_")
    }

    private mutating func scanName() -> String {
        let from = index
        while ExpressionTokens.isNamePart(byte(index)) { index += 1 }
        return String(decoding: bytes[from..<index], as: UTF8.self)
    }

    private mutating func skipDigits() {
        while ExpressionTokens.isDigit(byte(index)) { index += 1 }
    }

    private mutating func scanNumber() {
        if byte(index) == UInt8(ascii: "0") { index += 1 } else { skipDigits() }
        if byte(index) == UInt8(ascii: "."), ExpressionTokens.isDigit(byte(index + 1)) {
            index += 1
            skipDigits()
        }
        if byte(index) | 0x20 == UInt8(ascii: "e") {
            let sign = [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte(index + 1)) ? 1 : 0
            if ExpressionTokens.isDigit(byte(index + 1 + sign)) {
                index += 1 + sign
                skipDigits()
            }
        }
        let number = bytes[start..<index].withUnsafeBufferPointer { text in
            var cursor = JSONCursor(text)
            return try? cursor.readDouble()
        }
        current = number.map { .number($0) } ?? .hugeNumber
    }

    private mutating func scanString() throws(ExpressionError) {
        let quote = bytes[index]
        index += 1
        // The text between the quotes of JSON.
        var text = [UInt8(ascii: "\"")]
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\\") {
                if byte(index + 1) != UInt8(ascii: "'") { text.append(bytes[index]) }
                index += 1
                if index == bytes.count { break }
            } else if bytes[index] == UInt8(ascii: "\"") {
                text.append(UInt8(ascii: "\\"))
            }
            text.append(bytes[index])
            index += 1
        }
        if index == bytes.count { throw error("the string has no end") }
        index += 1
        text.append(UInt8(ascii: "\""))
        guard JSONSyntax.validate(text) == nil,
            let string = JSON(parsing: String(decoding: text, as: UTF8.self))?.stringValue
        else { throw error("a string is written as in JSON") }
        current = .string(string)
    }

    private mutating func scanSign() throws(ExpressionError) {
        for sign in StaticSign.allCases {
            let spelling = sign.rawValue.utf8
            guard bytes[index...].starts(with: spelling) else { continue }
            index += spelling.count
            return current = .sign(sign)
        }
        // All bytes of a character that no expression has.
        index += 1
        while byte(index) & 0xC0 == 0x80 { index += 1 }
        throw error("\"\(String(decoding: bytes[start..<index], as: UTF8.self))\" cannot stand here")
    }

    /// Consumes the current token if it is this sign.
    mutating func take(_ sign: StaticSign) throws(ExpressionError) -> Bool {
        if current != .sign(sign) { return false }
        try advance()
        return true
    }

    /// Consumes the current token if it is this word.
    mutating func take(word: String) throws(ExpressionError) -> Bool {
        if current != .name(word) { return false }
        try advance()
        return true
    }

    /// Consumes the current token, the name or the digits after a dot.
    mutating func takePart() throws(ExpressionError) -> String {
        while [0x20, 0x09, 0x0A, 0x0D].contains(byte(index)) { index += 1 }
        start = index
        let isIndex = ExpressionTokens.isDigit(byte(index))
        if isIndex { skipDigits() } else { _ = scanName() }
        if start == index {
            try advance()
            throw unexpected()
        }
        let part = String(decoding: bytes[start..<index], as: UTF8.self)
        try advance()
        return part
    }
}
