/// The strings of Markdown in flowcharts, as texts.
enum MermaidMarkdown {
    private struct Mark {
        let start: Int
        let byte: UInt8
        let count: Int
    }

    /// The marks that are still open among which the other half of one is looked for.
    private static let nearest = 8

    /// The text without the signs of emphasis and of code that belong together; and whether there were some.
    ///
    /// - Complexity: O(*n*).
    static func text(_ raw: String) -> (text: String, hasMarks: Bool) {
        let bytes = Array(raw.utf8)
        var isLeft = [Bool](repeating: true, count: bytes.count)
        var open: [Mark] = []
        var (index, hasMarks) = (0, false)
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
            // A line below inside of a word is a letter, and what stands between blanks is a sign.
            let isInWord = byte == UInt8(ascii: "_") && isWord(before) && isWord(after)
            if before > 0x20, !isInWord,
                let place = open.suffix(nearest).lastIndex(where: { $0.byte == byte && $0.count == mark.count })
            {
                for half in [open[place], mark] {
                    for sign in half.start..<half.start + half.count { isLeft[sign] = false }
                }
                open.removeSubrange(place...)
                hasMarks = true
            } else if after > 0x20, !isInWord {
                open.append(mark)
            }
        }
        if !hasMarks { return (raw, false) }
        return (String(decoding: bytes.indices.lazy.filter { isLeft[$0] }.map { bytes[$0] }, as: UTF8.self), true)
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isLetter || byte.isDigit }
}
