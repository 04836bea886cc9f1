/// Finds the links in the text of a Yarn node.
enum YarnText {
    /// Returns the links in order, and the targets that are expressions, which documents cannot follow.
    ///
    /// The visible text of a `<<jump X>>` is that of its option: the nearest line above that begins with `->` and is
    /// indented less.
    ///
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: String) -> (links: [StoryLink], expressions: [String]) {
        var text = text
        return text.withUTF8 { text in
            var reader = Reader(scanner: TextScanner(text, format: "Yarn"))
            while !reader.scanner.isAtEnd { reader.readLine() }
            return (reader.links, reader.expressions)
        }
    }

    /// Escapes the label of an option: a backslash precedes characters with a meaning.
    static func escaped(_ label: String) -> String {
        var escaped = ""
        for scalar in label.unicodeScalars {
            if scalar == "#" || scalar == "<" { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    private static func unescaped(_ label: String) -> String {
        guard label.utf8.contains(UInt8(ascii: "\\")) else { return label }
        var bytes: [UInt8] = []
        for byte in label.utf8 {
            if (byte == UInt8(ascii: "#") || byte == UInt8(ascii: "<")) && bytes.last == UInt8(ascii: "\\") {
                bytes.removeLast()
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private struct Reader {
        var scanner: TextScanner
        var links: [StoryLink] = []
        var expressions: [String] = []
        /// The options around the line, the innermost last.
        private var options: [(indent: Int, text: String, range: Range<Int>)] = []

        init(scanner: TextScanner) { self.scanner = scanner }

        mutating func readLine() {
            let indent = scanner.skip { $0 == 0x20 || $0 == 0x09 }
            guard let byte = scanner.byte, byte > 0x20, !scanner.looks(at: "//") else {
                scanner.skipLine()
                return endLine()
            }
            while let option = options.last, option.indent >= indent { options.removeLast() }
            if scanner.skip("->") {
                scanner.skipBlanks()
                readOption(indent)
            }
            readRest()
            scanner.skipLine()
            endLine()
        }

        private mutating func endLine() {
            if !scanner.isAtEnd { scanner.index += 1 }
        }

        /// Reads the text of an option: up to a command, a hashtag or a comment.
        private mutating func readOption(_ indent: Int) {
            let start = scanner.index
            var end = start
            while let byte = scanner.byte, byte != UInt8(ascii: "\n") {
                if byte == UInt8(ascii: "\\") {
                    scanner.index += 1
                    if scanner.isAtEnd || scanner.looks(at: "\n") { break }
                } else if byte == UInt8(ascii: "#") || scanner.looks(at: "<<") || isComment {
                    break
                }
                if byte > 0x20 { end = scanner.index + 1 }
                scanner.index += 1
            }
            options.append((indent, YarnText.unescaped(scanner.string(start..<end)), start..<end))
        }

        /// Is true if a comment begins here; `https://` does not begin one.
        private var isComment: Bool {
            scanner.looks(at: "//")
                && (scanner.index == 0 || scanner.text[scanner.index - 1] != UInt8(ascii: ":"))
        }

        private mutating func readRest() {
            while let byte = scanner.byte, byte != UInt8(ascii: "\n"), !isComment {
                if byte == UInt8(ascii: "<"), scanner.looks(at: "<<jump") || scanner.looks(at: "<<detour") {
                    readCommand()
                } else if byte == UInt8(ascii: "["), scanner.looks(at: "[[") {
                    readBrackets()
                } else {
                    scanner.index += 1
                }
            }
        }

        private mutating func readCommand() {
            let start = scanner.index
            let style = scanner.looks(at: "<<jump") ? StoryLink.Style.jump : .detour
            scanner.index += style == .jump ? 6 : 8
            let first = scanner.index
            while let byte = scanner.byte, byte != UInt8(ascii: "\n"), !scanner.looks(at: ">>") { scanner.index += 1 }
            guard scanner.looks(at: ">>"), scanner.text[first] == 0x20 || scanner.text[first] == 0x09 else { return }
            let target = scanner.string(first..<scanner.index).trimmed
            scanner.index += 2
            if target.isEmpty { return }
            if target.utf8.first == UInt8(ascii: "{") { return expressions.append(target) }
            let option = options.last
            links.append(
                StoryLink(
                    style, range: start..<scanner.index, target: target, text: option?.text, textRange: option?.range))
        }

        /// Reads `[[target]]` or `[[text|target]]`, the links of Yarn 1.
        private mutating func readBrackets() {
            let start = scanner.index
            while let byte = scanner.byte, byte != UInt8(ascii: "\n"), !scanner.looks(at: "]]") { scanner.index += 1 }
            guard scanner.looks(at: "]]") else { return }
            let content = UnsafeBufferPointer(rebasing: scanner.text[start + 2..<scanner.index])
            scanner.index += 2
            let link = StoryLink(brackets: content, range: start..<scanner.index)
            if !link.target.isEmpty { links.append(link) }
        }
    }
}
