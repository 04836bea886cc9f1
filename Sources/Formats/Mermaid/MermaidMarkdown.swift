import Graph

/// Markdown strings of flowcharts as texts.
enum MermaidMarkdown {
    private struct Mark {
        let start: Int
        let byte: UInt8
        let count: Int
    }

    /// The number of open marks that are searched for the other half of a mark.
    private static let nearest = 8

    /// The text with mark signs instead of matched signs of emphasis and code.
    ///
    /// - Complexity: O(*n*).
    static func marked(_ raw: String) -> String {
        let bytes = Array(raw.utf8)
        // The replacement of each matched sign, by its position.
        var signs: [Int: [UInt8]] = [:]
        var open: [Mark] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard "*_`".utf8.contains(byte) else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, bytes[index] == byte, index - start < 3 { index += 1 }
            let mark = Mark(start: start, byte: byte, count: index - start)
            let (before, after) = (start > 0 ? bytes[start - 1] : 0x20, index < bytes.count ? bytes[index] : 0x20)
            // An underscore inside a word is a letter, and a sign between blanks is literal.
            let isInWord = byte == UInt8(ascii: "_") && isWord(before) && isWord(after)
            if before > 0x20, !isInWord,
                let place = open.suffix(nearest).lastIndex(where: { $0.byte == byte && $0.count == mark.count })
            {
                let marks: RichLabel.Marks =
                    switch (byte, mark.count) {
                    case (UInt8(ascii: "`"), _): .code
                    case (_, 1): .italic
                    case (_, 2): .bold
                    default: [.bold, .italic]
                    }
                for (half, isEnd) in [(open[place], false), (mark, true)] {
                    for sign in half.start..<half.start + half.count { signs[sign] = [] }
                    signs[half.start] = MarkedText.sign(marks, isEnd: isEnd)
                }
                open.removeSubrange(place...)
            } else if after > 0x20, !isInWord {
                open.append(mark)
            }
        }
        if signs.isEmpty { return raw }
        return String(decoding: bytes.indices.flatMap { signs[$0] ?? [bytes[$0]] }, as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isLetter || byte.isDigit }
}
