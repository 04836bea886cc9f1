/// Finds the links in the text of a Twine passage.
enum TweeLinks {
    /// The beginnings of story format macros that go to passages; their targets are not read.
    private static let macros = [
        "<<link", "<<button", "<<goto", "<<actions", "<<choice", "(link-goto:", "(link-reveal-goto:", "(goto:",
        "(go-to:",
    ]

    /// Returns the links in brackets, in order, and the macros.
    ///
    /// A link is on one line. Links to web addresses and links after a backslash do not count.
    ///
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: String) -> (links: [StoryLink], macros: [String]) {
        var text = text
        return text.withUTF8 { read($0) }
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> (links: [StoryLink], macros: [String]) {
        var scanner = TextScanner(text, format: "Twee")
        var links: [StoryLink] = []
        var found: [String] = []
        // Before this position no link of the line can end.
        var endless = 0
        while let byte = scanner.byte {
            let isEscaped = scanner.index > 0 && text[scanner.index - 1] == UInt8(ascii: "\\")
            if byte == UInt8(ascii: "["), scanner.index >= endless, scanner.looks(at: "[["), !isEscaped {
                let start = scanner.index
                while let byte = scanner.byte, byte != UInt8(ascii: "\n"), !scanner.looks(at: "]]") {
                    scanner.index += 1
                }
                guard scanner.looks(at: "]]") else {
                    endless = scanner.index
                    scanner.index = start + 2
                    continue
                }
                // The target ends in a bracket if one was opened in it.
                let opened = text[start + 2..<scanner.index].reduce(0) { count, byte in
                    count + (byte == UInt8(ascii: "[") ? 1 : byte == UInt8(ascii: "]") ? -1 : 0)
                }
                if opened > 0, scanner.byte(after: 2) == UInt8(ascii: "]") { scanner.index += 1 }
                let content = UnsafeBufferPointer(rebasing: text[start + 2..<scanner.index])
                scanner.index += 2
                let link = StoryLink(brackets: content, range: start..<scanner.index)
                if !link.target.isEmpty && !isAddress(link.target) { links.append(link) }
                continue
            }
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "(") {
                for macro in macros where text[scanner.index...].starts(with: macro.utf8) && !found.contains(macro) {
                    found.append(macro)
                }
            }
            scanner.index += 1
        }
        return (links, found)
    }

    /// Returns true for `https://…` and similar addresses.
    private static func isAddress(_ target: String) -> Bool {
        let name = target.utf8.prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        return !name.isEmpty && target.utf8.dropFirst(name.count).starts(with: "://".utf8)
    }
}
