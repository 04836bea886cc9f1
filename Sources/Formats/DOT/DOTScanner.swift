import Graph

/// A token of DOT.
enum DOTToken: Equatable {
    /// A name, a number, a string, or a text between angle brackets.
    case id(DOTText)
    case keyword(DOTKeyword)
    /// `{`, `}`, `[`, `]`, `;`, `,`, `=` or `:`.
    case sign(UInt8)
    /// An arrow, `->` or `--`.
    case arrow
    case end

    static func sign(_ sign: Unicode.Scalar) -> DOTToken { .sign(UInt8(ascii: sign)) }
}

/// The keywords; their case does not matter.
enum DOTKeyword: String {
    case strict, graph, digraph, node, edge, subgraph
}

/// A text in DOT: plain, or with tags.
struct DOTText: Hashable {
    var string: String
    var hasTags = false
}

/// Reads the tokens of DOT.
struct DOTScanner {
    var scanner: TextScanner
    /// The position of the last token.
    private(set) var start = 0
    /// Is true if the last arrow was `->`.
    private(set) var isDirected = false

    init(_ text: UnsafeBufferPointer<UInt8>) { scanner = TextScanner(text, format: "DOT") }

    /// Makes an error at the last token.
    func error(_ message: String) -> EditError { scanner.error(message, at: start) }

    /// Returns the next token without consuming it.
    func peek() throws(EditError) -> DOTToken {
        var copy = self
        return try copy.next()
    }

    /// Returns true if a sign is next; does not consume it.
    func isNext(_ sign: Unicode.Scalar) throws(EditError) -> Bool {
        var copy = self
        try copy.skipSpace()
        return copy.scanner.byte == UInt8(ascii: sign)
    }

    /// Reads the next token.
    mutating func next() throws(EditError) -> DOTToken {
        try skipSpace()
        start = scanner.index
        guard let byte = scanner.byte else { return .end }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ";"),
            UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: ":"):
            scanner.index += 1
            return .sign(byte)
        case UInt8(ascii: "\""): return .id(DOTText(string: try joinedStrings()))
        case UInt8(ascii: "<"): return .id(DOTText(string: try tagged(), hasTags: true))
        case UInt8(ascii: "-") where scanner.byte(after: 1) == UInt8(ascii: ">"),
            UInt8(ascii: "-") where scanner.byte(after: 1) == UInt8(ascii: "-"):
            isDirected = scanner.byte(after: 1) == UInt8(ascii: ">")
            scanner.index += 2
            return .arrow
        default: return try word(byte)
        }
    }

    private mutating func word(_ byte: UInt8) throws(EditError) -> DOTToken {
        if byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") {
            guard numeral() else { throw error("unexpected character") }
            return .id(DOTText(string: scanner.string(start..<scanner.index)))
        }
        guard scanner.skip(while: { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 >= 0x80 }) > 0 else {
            throw error("unexpected character")
        }
        let name = scanner.string(start..<scanner.index)
        // Keywords have four to eight letters, and begin with one of these.
        if 4...8 ~= name.utf8.count, "sgdne".utf8.contains(byte | 0x20),
            let keyword = DOTKeyword(rawValue: name.lowercased())
        {
            return .keyword(keyword)
        }
        return .id(DOTText(string: name))
    }

    /// Skips `-1.5`, `.5` or `3.`.
    private mutating func numeral() -> Bool {
        _ = scanner.skip("-")
        let count = scanner.skip { $0.isDigit }
        guard scanner.skip(".") else { return count > 0 }
        return scanner.skip { $0.isDigit } + count > 0
    }

    /// Skips white space and comments, including lines that begin with `#`.
    private mutating func skipSpace() throws(EditError) {
        while true {
            scanner.skipSpace()
            guard let byte = scanner.byte, byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") else { return }
            if scanner.looks(at: "//") {
                scanner.skipLine()
            } else if scanner.looks(at: "/*") {
                start = scanner.index
                scanner.index += 2
                while !scanner.skip("*/") {
                    if scanner.isAtEnd { throw error("the comment has no end") }
                    scanner.index += 1
                }
            } else if scanner.looks(at: "#"), scanner.index == 0 || scanner.text[scanner.index - 1] <= 0x20 {
                scanner.skipLine()
            } else {
                return
            }
        }
    }

    /// Reads strings that are joined by plus signs.
    private mutating func joinedStrings() throws(EditError) -> String {
        let first = start
        if let plain = plainString() { return plain }
        var bytes: [UInt8] = []
        try appendString(to: &bytes)
        while true {
            let end = scanner.index
            try skipSpace()
            guard scanner.skip("+") else {
                scanner.index = end
                break
            }
            try skipSpace()
            guard scanner.looks(at: "\"") else {
                start = scanner.index
                throw error("a string is expected behind `+`")
            }
            try appendString(to: &bytes)
        }
        start = first
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a single string without a backslash; else returns nil and reads nothing.
    private mutating func plainString() -> String? {
        var copy = self
        copy.scanner.index += 1
        let first = copy.scanner.index
        copy.scanner.skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        guard copy.scanner.byte == UInt8(ascii: "\"") else { return nil }
        let end = copy.scanner.index
        copy.scanner.index += 1
        scanner.index = copy.scanner.index
        // After the string, a comment and a plus sign may follow.
        copy.scanner.skipSpace()
        if let byte = copy.scanner.byte, "+/#".utf8.contains(byte) {
            scanner.index = first - 1
            return nil
        }
        return scanner.string(first..<end)
    }

    /// Reads one string: `\"` is a quotation mark, and a backslash at the end of a line joins lines; other backslashes
    /// stay.
    private mutating func appendString(to bytes: inout [UInt8]) throws(EditError) {
        let first = scanner.index
        scanner.index += 1
        while let byte = scanner.byte {
            scanner.index += 1
            if byte == UInt8(ascii: "\"") { return }
            guard byte == UInt8(ascii: "\\"), let next = scanner.byte else {
                bytes.append(byte)
                continue
            }
            scanner.index += 1
            switch next {
            case UInt8(ascii: "\""): bytes.append(next)
            case UInt8(ascii: "\n"): break
            case UInt8(ascii: "\r"): _ = scanner.skip("\n")
            default: bytes += [byte, next]
            }
        }
        throw scanner.error("the string has no end", at: first)
    }

    /// Reads the text between angle brackets, which may be nested.
    private mutating func tagged() throws(EditError) -> String {
        var depth = 0
        while let byte = scanner.byte {
            scanner.index += 1
            if byte == UInt8(ascii: "<") { depth += 1 }
            if byte == UInt8(ascii: ">") { depth -= 1 }
            if depth == 0 { return scanner.string((start + 1)..<(scanner.index - 1)) }
        }
        throw error("`>` is missing")
    }
}
