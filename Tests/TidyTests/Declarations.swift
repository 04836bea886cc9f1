/// The declarations of a file, found by its keywords.
struct Declarations {
    struct Function: Sendable {
        let name: String
        /// The line where it begins, from 1.
        let line: Int
        /// The number of lines from its first line to its closing brace.
        let lineCount: Int
    }

    struct TopLevelType: Sendable {
        let name: String
        let line: Int
        let isDocumented: Bool
    }

    private static let bodied: Set<String> = ["func", "init", "deinit", "subscript"]
    private static let naming: Set<String> = [
        "struct", "enum", "class", "actor", "protocol", "typealias", "associatedtype", "func", "var", "let", "case",
    ]
    private static let typeKeywords: Set<String> = ["struct", "enum", "class", "actor", "protocol"]
    private static let modifiers: Set<String> = ["public", "private", "fileprivate", "internal", "final", "indirect"]

    private let file: SourceFile
    private var tokens: [Token] { file.tokens }

    init(_ file: SourceFile) { self.file = file }

    /// Every name that is declared, with the keyword before it.
    var names: [(keyword: String, name: String)] {
        zip(tokens, tokens.dropFirst()).compactMap { keyword, name in
            Declarations.naming.contains(keyword.text) && name.isWord ? (keyword.text, name.text) : nil
        }
    }

    /// The functions, initializers and subscripts that have a body.
    var functions: [Function] {
        tokens.indices.compactMap { place in
            let token = tokens[place]
            guard Declarations.bodied.contains(token.text), place == 0 || tokens[place - 1].text != "." else {
                return nil
            }
            guard let end = endOfBody(after: place) else { return nil }
            let name = token.text == "func" && place + 1 < tokens.count ? tokens[place + 1].text : token.text
            return Function(name: name, line: token.line, lineCount: end - token.line + 1)
        }
    }

    /// The line on which the body of the function declared here ends; nil for a requirement of a protocol or a call.
    private func endOfBody(after place: Int) -> Int? {
        var parentheses = 0
        var braces = 0
        for token in tokens[(place + 1)...] {
            switch token.text {
            case "(", "[": parentheses += 1
            case ")", "]": parentheses -= 1
            case "{" where parentheses == 0 || braces > 0: braces += 1
            case "}" where parentheses == 0 || braces > 0:
                braces -= 1
                if braces <= 0 { return braces == 0 ? token.line : nil }
            case "func", "var", "let", "init", "static", "case":
                if braces == 0 && parentheses == 0 { return nil }
            default: break
            }
            if parentheses < 0 { return nil }
        }
        return nil
    }

    /// The types declared at the beginning of a line.
    var topLevelTypes: [TopLevelType] {
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        let codeLines = file.code.split(separator: "\n", omittingEmptySubsequences: false)
        return codeLines.indices.compactMap { index in
            guard let first = codeLines[index].first, first != " ", first != "}" else { return nil }
            var words = codeLines[index].split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })[...]
            while let word = words.first, Declarations.modifiers.contains(String(word)) { words = words.dropFirst() }
            guard words.count > 1, let keyword = words.first, Declarations.typeKeywords.contains(String(keyword)) else {
                return nil
            }
            var above = index - 1
            while above >= 0, lines[above].hasPrefix("@") { above -= 1 }
            return TopLevelType(
                name: String(words[words.startIndex + 1]), line: index + 1,
                isDocumented: above >= 0 && lines[above].hasPrefix("///"))
        }
    }
}

/// A word or a sign of Swift code, with its line from 1.
struct Token: Sendable {
    let text: String
    let line: Int
    var isWord: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }

    /// The tokens of a text without comments; a name in backticks is one, whatever it contains.
    static func all(in code: String) -> [Token] {
        var tokens: [Token] = []
        var line = 1
        var start: Int?
        var isQuoted = false
        let bytes = Array(code.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "`") {
                isQuoted.toggle()
            } else if isQuoted || isOfWord(byte) {
                start = start ?? index
                continue
            }
            if let begun = start { tokens.append(Token(text: text(begun..<index), line: line)) }
            start = nil
            if byte == UInt8(ascii: "\n") {
                line += 1
            } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "`") {
                tokens.append(Token(text: text(index..<(index + 1)), line: line))
            }
        }
        if let begun = start { tokens.append(Token(text: text(begun..<bytes.count), line: line)) }
        return tokens
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF: true
        default: false
        }
    }
}
