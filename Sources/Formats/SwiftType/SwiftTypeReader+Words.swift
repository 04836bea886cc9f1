import Graph

// The words of a type: names, the text around them, and errors.

extension SwiftTypeReader {
    /// Words before a type that are part of its name.
    private static let prefixes: Set<String> = [
        "some", "any", "each", "repeat", "inout", "borrowing", "consuming", "sending", "isolated", "nonisolated",
        "__owned", "__shared",
    ]

    /// Words between parameters and an arrow.
    static let effects: [StaticString] = ["async", "throws", "rethrows", "reasync"]

    /// Reads attributes, words such as `some`, and the label of a tuple's element.
    mutating func readPrefix() throws(EditError) -> String {
        let start = scanner.index
        while true {
            if scanner.skip("~") { continue }
            let before = scanner.index
            if scanner.skip("@") {
                guard skipName() else { throw unexpected("the name of an attribute") }
                if scanner.looks(at: "(") { try skipBalanced() }
                scanner.skipSpace()
                continue
            }
            guard skipName() else { break }
            let end = scanner.index
            let isApart = scanner.skip { $0 <= 0x20 } > 0
            if frames.last?.kind == .tuple, scanner.skip(":") {
                scanner.skipSpace()
                continue
            }
            if isApart, isPrefix(before..<end), let byte = scanner.byte,
                byte.isPartOfName || "([@~`<".utf8.contains(byte)
            {
                continue
            }
            scanner.index = before
            break
        }
        return words(start..<scanner.index)
    }

    /// Returns true if a word may precede a type.
    private func isPrefix(_ range: Range<Int>) -> Bool {
        let word = scanner.string(range)
        return SwiftTypeReader.prefixes.contains(word) || word == "_" && frames.last?.kind == .tuple
    }

    /// A piece of the text in which each run of white space is one blank.
    private func words(_ range: Range<Int>) -> String {
        if range.isEmpty { return "" }
        return scanner.string(range).split { $0.isWhitespace }.joined(separator: " ") + (endsInSpace(range) ? " " : "")
    }

    private func endsInSpace(_ range: Range<Int>) -> Bool { scanner.text[range.upperBound - 1] <= 0x20 }

    /// Reads `.Name`, `?`, `!` or `...` into the name of a node; false if there is none.
    mutating func readSuffix(of node: Int) throws(EditError) -> Bool {
        let start = scanner.index
        if scanner.skip("...") || scanner.skip("?") || scanner.skip("!") {
            tree.nodes[node].label += scanner.string(start..<scanner.index)
            return true
        }
        guard scanner.skip(".") else { return false }
        if scanner.looks(at: "(") {
            // The printed form of a private type: `Module.(unknown context at $1000).Name`.
            try skipBalanced()
        } else if !skipName() {
            throw unexpected("a name")
        }
        tree.nodes[node].label += scanner.string(start..<scanner.index)
        return true
    }

    /// Reads the arrow of a function with the words before it; nil if there is none.
    mutating func readArrow() throws(EditError) -> String? {
        guard let byte = scanner.byte, byte.isLetter || byte == UInt8(ascii: "-") else { return nil }
        let start = scanner.index
        while let word = SwiftTypeReader.effects.first(where: { scanner.looks(at: $0) }) {
            guard skip(word: word) else { break }
            if scanner.looks(at: "(") { try skipBalanced() }
            scanner.skipSpace()
        }
        if scanner.skip("->") { return words(start..<scanner.index) }
        if scanner.index > start { throw unexpected("\"->\"") }
        return nil
    }

    // MARK: Names

    /// Skips a name, also in backticks; false if there is none.
    mutating func skipName() -> Bool {
        guard scanner.looks(at: "`") else { return scanner.skip(while: \.isPartOfName) > 0 }
        let start = scanner.index
        scanner.index += 1
        if scanner.skip(while: { $0 != UInt8(ascii: "`") && $0 > 0x20 }) > 0, scanner.skip("`") { return true }
        scanner.index = start
        return false
    }

    /// Skips a whole word and the space after it; false if it is not here.
    mutating func skip(word: StaticString) -> Bool {
        guard scanner.looks(at: word), !(scanner.byte(after: word.utf8CodeUnitCount)?.isPartOfName ?? false) else {
            return false
        }
        scanner.index += word.utf8CodeUnitCount
        scanner.skipSpace()
        return true
    }

    /// Skips brackets of any kind with their contents.
    mutating func skipBalanced() throws(EditError) {
        var depth = 0
        let start = scanner.index
        repeat {
            switch scanner.byte {
            case nil: throw scanner.error("\(opening(at: start)) is not closed")
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">"): if scanner.text[scanner.index - 1] != UInt8(ascii: "-") { depth -= 1 }
            default: break
            }
            scanner.index += 1
        } while depth > 0
    }

    // MARK: Errors

    /// Makes the error that the text ends too early.
    func cut() -> EditError {
        let open = frames.last { $0.kind != .result && $0.kind != .root }
        guard let open else { return scanner.error("the text ends where a type is expected") }
        return scanner.error("the text ends, and \(opening(at: open.start)) is not closed")
    }

    private func opening(at place: Int) -> String {
        "the \"\(scanner.string(place..<place + 1))\" of \(scanner.position(of: place))"
    }

    /// Makes the error that something else is expected here.
    func unexpected(_ expected: String) -> EditError {
        guard let byte = scanner.byte else { return cut() }
        var end = scanner.index + 1
        if byte >= 0x80 { while end < scanner.text.count, scanner.text[end] & 0xC0 == 0x80 { end += 1 } }
        return scanner.error("expected \(expected), found \"\(scanner.string(scanner.index..<end))\"")
    }
}

extension UInt8 {
    /// Is true for a byte of a Swift name; all bytes beyond ASCII are.
    var isPartOfName: Bool {
        isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
    }
}
